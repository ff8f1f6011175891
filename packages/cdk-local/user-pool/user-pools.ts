import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Functions } from '../functions/functions.ts';
import { readPermissions } from '../functions/invoke-permissions.ts';
import { createWithinTime } from '../http-api/api-limits.ts';
import type { Listener } from '../listeners.ts';
import { UnsupportedResourceError } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import { type Clock, systemClock, systemTimer, type Timer } from '../time.ts';
import type { Mail } from './mail.ts';
import { OperationTurns } from './operation-turns.ts';
import { createPostConfirmation } from './post-confirmation.ts';
import { createSignInSessions } from './sign-in-sessions.ts';
import { createSrpExchanges } from './srp.ts';
import { createTokenIssuer, issuerDomain, openSigningKeys, type SigningKeys } from './tokens.ts';
import { createInvokeTrigger } from './triggers.ts';
import { createCallUserPool } from './user-pool-operations.ts';
import { readUserPools, type UserPoolDefinitions } from './user-pool-properties.ts';
import { type CallUserPool, createDocuments, createUserPoolListener } from './user-pool-server.ts';
import { openUserStore, type UserStore } from './user-store.ts';
import { createVerificationCodes } from './verification-codes.ts';

export type UserPoolsOptions = {
  readonly template: Template;
  readonly region: string;
  /** The listener for clients. */
  readonly listener: Listener;
  /** The folder for users and the signing keys. */
  readonly folder: string;
  /** The template's functions, when they have started. */
  readonly functions: Promise<Pick<Functions, 'invoke'>>;
  /** Called with each email that a user would receive on AWS. */
  readonly onMail: (mail: Mail) => void;
  /** Called with each line of the pools' log: unexpected failures. */
  readonly onLine: (line: string) => void;
  readonly clock?: Clock;
  readonly timer?: Timer;
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
 * Serves the template's user pools (docs/local-cognito.md).
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export async function startUserPools(options: UserPoolsOptions): Promise<UserPools> {
  const { template, region, listener, folder } = options;
  const definitions = readUserPools(template);
  // First, because it makes the folder.
  const users = openUserStore({ folder, pools: definitions.pools, clock: options.clock ?? systemClock });
  const signingKeys = await openSigningKeys(folder, definitions);
  const turns = new OperationTurns();
  const call = open(options, { definitions, users, signingKeys, turns });
  listener.handle(createUserPoolListener(call, createDocuments({ signingKeys, region, url: listener.url })));
  const keysOf = (issuer: string): JWTVerifyGetKey => {
    const domain = `${issuerDomain(region)}/`;
    const signingKey = issuer.startsWith(domain) && signingKeys.get(issuer.slice(domain.length));
    if (signingKey) return createLocalJWKSet(signingKey.published);
    const authorizer = { type: 'AWS::ApiGatewayV2::Authorizer', logicalId: issuer };
    throw new UnsupportedResourceError(authorizer, 'the issuer is not a user pool of the template');
  };
  // Calls run one at a time, so earlier calls have ended, or wait for a function, when this one is answered.
  const stop = () => turns.run(async () => {});
  return { url: listener.url, keysOf, call, stop };
}

type Opened = {
  readonly definitions: UserPoolDefinitions;
  readonly users: UserStore;
  readonly signingKeys: SigningKeys;
  readonly turns: OperationTurns;
};

function open(options: UserPoolsOptions, { definitions, users, signingKeys, turns }: Opened): CallUserPool {
  const { template, region, functions, onMail, onLine, clock = systemClock, timer = systemTimer } = options;
  const tokens = createTokenIssuer({ signingKeys, definitions, region, clock });
  const codes = createVerificationCodes({ users, clock, onMail });
  const [exchanges, sessions] = [createSrpExchanges(clock), createSignInSessions(clock)];
  const permissions = readPermissions(template, 'cognito-idp.amazonaws.com');
  const invoke = createInvokeTrigger({ region, permissions, functions, withinTime: createWithinTime(timer), turns });
  const postConfirmation = createPostConfirmation(invoke);
  const onFault = (operation: string, error: unknown) =>
    onLine(`${operation}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  const context = { definitions, users, tokens, codes, exchanges, sessions, postConfirmation, onMail, clock };
  return createCallUserPool(context, turns, onFault);
}
