import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { CallUserPool } from '../../packages/cdk-local/user-pool/user-pool-server.ts';
import { errorClass } from '../../src/error-class.ts';
import type { TableNames } from './stack-outputs.ts';

/** A confirmed user whose account has keys and usage. */
export type DemoUser = {
  readonly email: string;
  readonly password: string;
  readonly planId: string;
  readonly keys: readonly DemoUserKey[];
};

const key = v.object({ name: v.string(), network: v.string(), secret: v.string() });

/** A key of the demo user, with its secret and its network. */
type DemoUserKey = v.InferOutput<typeof key>;

class DemoUserError extends errorClass('DemoUserError', 'demo_user_failed') {}

export type DemoUserOptions = {
  /** The user pool's. */
  readonly id: string;
  readonly call: CallUserPool;
  readonly tables: TableNames;
  readonly dynamodbUrl: string;
  /** The path of the settings file. */
  readonly config: string;
  /** Keeps the password, if there is a data folder. */
  readonly dataDir: string | undefined;
  /** Called with the progress of the usage, such as `600 of 6000`. */
  readonly onProgress: (text: string) => void;
};

const email = 'demo.user@example.com';
const program = fileURLToPath(new URL('../demo.ts', import.meta.url));
const result = v.pipe(v.string(), v.parseJson(), v.object({ planId: v.string(), keys: v.array(key) }));
const run = promisify(execFile);

/**
 * Creates the demo user, confirmed, and an account with keys and a week of usage if they do not exist yet. The secrets
 * are new each time, and so is the password without a data folder.
 * @throws {DemoUserError}
 */
export async function makeDemoUser(options: DemoUserOptions): Promise<DemoUser> {
  const password = keptPassword(options.dataDir);
  try {
    const accountId = await signUp(options.call, options.id, password);
    return { email, password, ...(await makeUsage(accountId, options)) };
  } catch (cause) {
    throw new DemoUserError('The demo user could not be created.', { cause });
  }
}

/** The password in the data folder, or a new one, which the folder then keeps for its owner. */
export function keptPassword(dataDir: string | undefined): string {
  const file = dataDir === undefined ? undefined : join(dataDir, 'demo-password');
  if (file && existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = `Demo-${randomBytes(9).toString('base64url')}-1`;
  if (file) writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function makeUsage(accountId: string, { tables, dynamodbUrl, config, onProgress }: DemoUserOptions) {
  const { directory, records, admissions } = tables;
  const names = { account: accountId, email, directory, records, admissions, endpoint: dynamodbUrl };
  const args = Object.entries(names).flatMap(([name, value]) => [`--${name}`, value]);
  const running = run(process.execPath, [program, ...args], { env: { ...process.env, SLUICE_CONFIG: config } });
  if (running.child.stderr) {
    createInterface(running.child.stderr).on('line', (line) => /^\d+ of \d+$/.test(line) && onProgress(line));
  }
  return v.parse(result, (await running).stdout);
}

const user = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ UserAttributes: v.array(v.object({ Name: v.string(), Value: v.string() })) }),
);

/** Creates and confirms the user. Returns the user's id, which is also the account's. */
async function signUp(call: CallUserPool, UserPoolId: string, Password: string): Promise<string> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const who = { UserPoolId, Username: email };
  // Fails if the user exists; that does no harm.
  await call('AdminCreateUser', { ...who, UserAttributes, MessageAction: 'SUPPRESS' });
  await call('AdminSetUserPassword', { ...who, Password, Permanent: true });
  const found = v.parse(user, (await call('AdminGetUser', who)).body);
  return found.UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
}
