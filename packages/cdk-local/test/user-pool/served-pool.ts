import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { startFunctions } from '../../functions/functions.ts';
import { reserveListener } from '../../listeners.ts';
import { systemTimer, type Timer } from '../../time.ts';
import { createConfirmationCodes } from '../../user-pool/confirmation-codes.ts';
import type { Mail } from '../../user-pool/mail.ts';
import { startUserPools, type UserPools } from '../../user-pool/user-pools.ts';
import { testLocation } from '../template/template-file.ts';
import { poolTemplate } from './pool-template.ts';

type Changes = Parameters<typeof poolTemplate>[0];

/** The pool of pool-template.ts, served on a free port, with a clock that a test can put forward. */
export type ServedPool = UserPools & {
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly log: readonly string[];
  /** The lines that the template's functions wrote. */
  readonly functionLog: readonly string[];
  readonly mails: readonly Mail[];
  /** The code that an address got. */
  readonly code: (email: string) => Promise<string>;
  readonly putForward: (milliseconds: number) => void;
  readonly stop: () => Promise<void>;
};

export type ServedPoolOptions = { readonly folder?: string; readonly changes?: Changes; readonly timer?: Timer };

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'sluice-user-pools-'));

const served = new Set<ServedPool>();

/** For `afterAll`: stops those that a test has left, so that one which failed holds nothing up. */
export async function stopPools(): Promise<void> {
  for (const pool of served) await pool.stop();
}

export async function servePool({
  folder = newFolder(),
  changes,
  timer = systemTimer,
}: ServedPoolOptions = {}): Promise<ServedPool> {
  const template = poolTemplate(changes);
  const codes = createConfirmationCodes();
  const listener = await reserveListener(0);
  const log: string[] = [];
  const mails: Mail[] = [];
  const functionLog: string[] = [];
  const functions = startFunctions({
    template,
    accessOf: () => ({
      region: testLocation.region,
      accessKeyId: 'x',
      secretAccessKey: 'x',
      endpoints: { COGNITO_IDENTITY_PROVIDER: listener.url },
    }),
    onLog: (_, line) => functionLog.push(line),
  });
  let ahead = 0;
  const pools = await startUserPools({
    template,
    region: testLocation.region,
    listener,
    folder,
    functions,
    timer,
    onMail: (mail) => {
      mails.push(mail);
      codes.add(mail);
    },
    onLine: (line) => log.push(line),
    clock: () => Date.now() + ahead,
  });
  const poolId = template.get('Pool').ref;
  const pool: ServedPool = {
    ...pools,
    poolId,
    clientId: template.get('Client').ref,
    issuer: `https://cognito-idp.${testLocation.region}.amazonaws.com/${poolId}`,
    log,
    functionLog,
    mails,
    code: codes.take,
    putForward: (milliseconds) => {
      ahead += milliseconds;
    },
    stop: async () => {
      served.delete(pool);
      await listener.stop();
      await (await functions).stop();
      await pools.stop();
    },
  };
  served.add(pool);
  return pool;
}

const tokens = v.object({
  AccessToken: v.string(),
  IdToken: v.string(),
  RefreshToken: v.optional(v.string(), ''),
  ExpiresIn: v.number(),
  TokenType: v.literal('Bearer'),
});

const answered = v.looseObject({
  __type: v.optional(v.string()),
  message: v.optional(v.string()),
  Session: v.optional(v.string(), ''),
  ChallengeName: v.optional(v.string()),
  ChallengeParameters: v.optional(v.record(v.string(), v.string()), {}),
  AuthenticationResult: v.optional(tokens),
});

/** Calls an operation as curl would, with the client's id. */
export async function operate({ url, clientId }: ServedPool, operation: string, input: object) {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const body = JSON.stringify({ ClientId: clientId, ...input });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, body: v.parse(answered, await answer.json()) };
}

export const password = 'Correct-horse-1';

export const signIn = (pool: ServedPool, USERNAME: string, PASSWORD = password) =>
  operate(pool, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });

/** The tokens of a user who signs in. */
export async function tokensOf(pool: ServedPool, email: string, secret = password) {
  const { AuthenticationResult } = (await signIn(pool, email, secret)).body;
  return v.parse(tokens, AuthenticationResult);
}

/** A user who has confirmed the address. */
export async function signUp(pool: ServedPool, Username: string): Promise<void> {
  await operate(pool, 'SignUp', { Username, Password: password });
  await operate(pool, 'ConfirmSignUp', { Username, ConfirmationCode: await pool.code(Username) });
}
