import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Door } from '../http-api/door.ts';
import { UnsupportedResourceError } from '../properties.ts';
import type { Template } from '../template/template.ts';
import { type Clock, systemClock } from '../time.ts';
import { openCognitoLocal } from './cognito-local.ts';
import { writeFiles } from './cognito-local-files.ts';
import { createDocuments } from './documents.ts';
import { type Call, createFront } from './front.ts';
import type { Message } from './messages.ts';
import { createCall } from './operations.ts';
import { readUserPools, type UserPoolDefinitions } from './properties.ts';
import { createSignInSessions } from './sign-in-sessions.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';
import { createSrpExchanges } from './srp-exchanges.ts';
import { createTokens, issuerDomain } from './tokens.ts';
import { createVerificationCodes } from './verification-codes.ts';

export type UserPoolsOptions = {
  readonly template: Template;
  readonly region: string;
  /** Where clients call. */
  readonly door: Door;
  /** Keeps the users and the key that tokens are signed with. */
  readonly folder: string;
  /** Hears of each code that a user would have got by e-mail. */
  readonly onMessage: (message: Message) => void;
  /** Each line of the pools' own log: what failed and should not have. */
  readonly onLine: (line: string) => void;
  readonly clock?: Clock;
};

/** The template's user pools, served. */
export type UserPools = {
  readonly url: string;
  /**
   * The public keys of a pool, which its issuer names.
   * @throws {UnsupportedResourceError} for any other issuer
   */
  readonly keysOf: (issuer: string) => JWTVerifyGetKey;
  /** Calls an operation from inside. */
  readonly call: Call;
  /** Resolves when what was being done is done. */
  readonly stop: () => Promise<void>;
};

/**
 * Serves the template's user pools, by cognito-local and what it lacks (docs/local-cognito.md).
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export async function startUserPools(options: UserPoolsOptions): Promise<UserPools> {
  const { template, region, door, folder } = options;
  const definitions = readUserPools(template);
  writeFiles(folder, definitions);
  const signingKey = await openSigningKey(folder);
  const call = await open(options, definitions, signingKey);
  door.open(createFront(call, createDocuments({ definitions, signingKey, region, url: door.url })));
  const keysOf = (issuer: string): JWTVerifyGetKey => {
    const isOurs = definitions.pools.some(({ id }) => issuer === `${issuerDomain(region)}/${id}`);
    if (isOurs) return createLocalJWKSet(signingKey.published);
    const authorizer = { type: 'AWS::ApiGatewayV2::Authorizer', logicalId: issuer };
    throw new UnsupportedResourceError(authorizer, 'the issuer is no user pool of the template');
  };
  // Calls run one at a time: when this one is answered, so are all before it.
  const stop = async () => void (await call('ListUserPools', {}));
  return { url: door.url, keysOf, call, stop };
}

async function open(
  options: UserPoolsOptions,
  definitions: UserPoolDefinitions,
  signingKey: SigningKey,
): Promise<Call> {
  const { region, folder, onMessage, onLine, clock = systemClock } = options;
  const tokens = createTokens({ signingKey, definitions, region, clock });
  const cognitoLocal = await openCognitoLocal({ folder, tokens, clock, onMessage });
  const { users } = cognitoLocal;
  const codes = createVerificationCodes({ users, clock, onMessage });
  const [exchanges, sessions] = [createSrpExchanges(clock), createSignInSessions(clock)];
  const onFault = (operation: string, error: unknown) =>
    onLine(`${operation}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  return createCall({ definitions, cognitoLocal, users, tokens, codes, exchanges, sessions }, onFault);
}
