import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Listener } from '../listeners.ts';
import { UnsupportedResourceError } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import { type Clock, systemClock } from '../time.ts';
import { openCognitoLocal, writeFiles } from './cognito-local.ts';
import type { CodeMessage } from './confirmation-codes.ts';
import { createSignInSessions } from './sign-in-sessions.ts';
import { createSrpExchanges } from './srp.ts';
import { createTokenIssuer, issuerDomain, openSigningKey, type SigningKey } from './tokens.ts';
import { createCallUserPool } from './user-pool-operations.ts';
import { readUserPools, type UserPoolDefinitions } from './user-pool-properties.ts';
import { type CallUserPool, createDocuments, createUserPoolListener } from './user-pool-server.ts';
import { createVerificationCodes } from './users.ts';

export type UserPoolsOptions = {
  readonly template: Template;
  readonly region: string;
  /** The listener for clients. */
  readonly listener: Listener;
  /** The folder for users and the signing key. */
  readonly folder: string;
  /** Called with each code that a user would receive by e-mail on AWS. */
  readonly onMessage: (message: CodeMessage) => void;
  /** Called with each line of the pools' log: unexpected failures. */
  readonly onLine: (line: string) => void;
  readonly clock?: Clock;
};

/** The template's user pools, served. */
export type UserPools = {
  readonly url: string;
  /**
   * The public keys of a pool, by its issuer.
   * @throws {UnsupportedResourceError} for any other issuer
   */
  readonly keysOf: (issuer: string) => JWTVerifyGetKey;
  /** Calls an operation without HTTP. */
  readonly call: CallUserPool;
  /** Resolves when operations in progress have ended. */
  readonly stop: () => Promise<void>;
};

/**
 * Serves the template's user pools with cognito-local and the operations that it lacks (docs/local-cognito.md).
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export async function startUserPools(options: UserPoolsOptions): Promise<UserPools> {
  const { template, region, listener, folder } = options;
  const definitions = readUserPools(template);
  writeFiles(folder, definitions);
  const signingKey = await openSigningKey(folder);
  const call = await open(options, definitions, signingKey);
  listener.handle(
    createUserPoolListener(call, createDocuments({ definitions, signingKey, region, url: listener.url })),
  );
  const keysOf = (issuer: string): JWTVerifyGetKey => {
    const isOurs = definitions.pools.some(({ id }) => issuer === `${issuerDomain(region)}/${id}`);
    if (isOurs) return createLocalJWKSet(signingKey.published);
    const authorizer = { type: 'AWS::ApiGatewayV2::Authorizer', logicalId: issuer };
    throw new UnsupportedResourceError(authorizer, 'the issuer is not a user pool of the template');
  };
  // Calls run one at a time, so all earlier calls have ended when this one is answered.
  const stop = async () => void (await call('ListUserPools', {}));
  return { url: listener.url, keysOf, call, stop };
}

async function open(
  options: UserPoolsOptions,
  definitions: UserPoolDefinitions,
  signingKey: SigningKey,
): Promise<CallUserPool> {
  const { region, folder, onMessage, onLine, clock = systemClock } = options;
  const tokens = createTokenIssuer({ signingKey, definitions, region, clock });
  const cognitoLocal = await openCognitoLocal({ folder, tokens, clock, onMessage });
  const { users } = cognitoLocal;
  const codes = createVerificationCodes({ users, clock, onMessage });
  const [exchanges, sessions] = [createSrpExchanges(clock), createSignInSessions(clock)];
  const onFault = (operation: string, error: unknown) =>
    onLine(`${operation}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  return createCallUserPool({ definitions, cognitoLocal, users, tokens, codes, exchanges, sessions }, onFault);
}
