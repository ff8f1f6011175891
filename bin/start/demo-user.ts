import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { CallUserPool } from '../../packages/cdk-local/user-pool/user-pool-server.ts';
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
export type DemoUserKey = v.InferOutput<typeof key>;

/** The demo user could not be created. */
class DemoUserError extends Error {
  override readonly name = 'DemoUserError';
  readonly code = 'demo_user_failed';
}

export type DemoUserOptions = {
  /** The user pool's. */
  readonly id: string;
  readonly call: CallUserPool;
  readonly tables: TableNames;
  readonly dynamodbUrl: string;
  /** The path of the settings file. */
  readonly config: string;
};

const email = 'demo.user@example.com';
const program = fileURLToPath(new URL('../demo.ts', import.meta.url));
const result = v.pipe(v.string(), v.parseJson(), v.object({ planId: v.string(), keys: v.array(key) }));
const run = promisify(execFile);

/**
 * Creates the demo user, confirmed, and an account with keys and a week of usage if they do not exist yet. The password
 * and the secrets are new each time.
 * @throws {DemoUserError}
 */
export async function makeDemoUser({ id, call, tables, dynamodbUrl, config }: DemoUserOptions): Promise<DemoUser> {
  const password = `Demo-${randomBytes(9).toString('base64url')}-1`;
  try {
    const accountId = await signUp(call, id, password);
    const who = ['--account', accountId, '--email', email];
    const { directory, records, admissions } = tables;
    const where = [
      '--directory',
      directory,
      '--records',
      records,
      '--admissions',
      admissions,
      '--endpoint',
      dynamodbUrl,
    ];
    const { stdout } = await run(process.execPath, [program, ...who, ...where], {
      env: { ...process.env, SLUICE_CONFIG: config },
    });
    return { email, password, ...v.parse(result, stdout) };
  } catch (cause) {
    throw new DemoUserError('The demo user could not be created.', { cause });
  }
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
