import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Door } from '../http-api/door.ts';
import { UnsupportedResourceError } from '../properties.ts';
import type { Template } from '../template/template.ts';
import { startCognitoLocal } from './cognito-local.ts';
import { issuerDomain, writeFiles } from './cognito-local-files.ts';
import { type Call, createCall, createFront } from './front.ts';
import { type Message, messageIn } from './messages.ts';
import { readUserPools } from './properties.ts';

export type UserPoolsOptions = {
  readonly template: Template;
  readonly region: string;
  /** Where clients call. */
  readonly door: Door;
  /** Keeps the users. */
  readonly folder: string;
  /** Hears of each code that a user would have got by e-mail. */
  readonly onMessage: (message: Message) => void;
  /** Each line that cognito-local writes. */
  readonly onLine: (line: string) => void;
};

/** The template's user pools, served. */
export type UserPools = {
  readonly url: string;
  /**
   * The public keys of a pool, which its issuer names.
   * @throws {UnsupportedResourceError} for any other issuer
   */
  readonly keysOf: (issuer: string) => JWTVerifyGetKey;
  /** Calls cognito-local itself, past what the template says. */
  readonly call: Call;
  readonly stop: () => Promise<void>;
};

/** How long API Gateway keeps an issuer's keys (Developer Guide, "Control access to HTTP APIs with JWT authorizers"). */
const twoHours = 2 * 60 * 60 * 1_000;

/**
 * Serves the template's user pools by cognito-local.
 * @throws {UnsupportedResourceError} for properties that are not emulated, {@link CognitoLocalError}
 */
export async function startUserPools(options: UserPoolsOptions): Promise<UserPools> {
  const { template, region, door, folder, onMessage, onLine } = options;
  const definitions = readUserPools(template);
  writeFiles(folder, definitions, region);
  const cognitoLocal = await startCognitoLocal(folder, (line) => {
    onLine(line);
    const message = messageIn(line);
    if (message) onMessage(message);
  });
  door.open(createFront(cognitoLocal.url, definitions));
  const keysOf = (issuer: string): JWTVerifyGetKey => {
    const pool = definitions.pools.find(({ id }) => issuer === `${issuerDomain(region)}/${id}`);
    if (pool) return createRemoteJWKSet(keysAddress(cognitoLocal.url, pool.id), { cacheMaxAge: twoHours });
    const authorizer = { type: 'AWS::ApiGatewayV2::Authorizer', logicalId: issuer };
    throw new UnsupportedResourceError(authorizer, 'the issuer is no user pool of the template');
  };
  return { url: door.url, keysOf, call: createCall(cognitoLocal.url), stop: cognitoLocal.stop };
}

const keysAddress = (url: string, poolId: string): URL => new URL(`${url}/${poolId}/.well-known/jwks.json`);
