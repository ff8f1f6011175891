import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../time.ts';
import {
  CognitoError,
  type CognitoLocalContext,
  CognitoServiceFactoryImpl,
  DefaultConfig,
  otp,
  Router,
  StormDBDataStoreFactory,
  type Triggers,
  UnsupportedError,
  UserPoolServiceFactoryImpl,
} from './cognito-local-parts.ts';
import type { TokenIssuer } from './tokens.ts';
import { UnsupportedOperationError, UserPoolError } from './user-pool-answer.ts';
import type { UserPool, UserPoolClient, UserPoolDefinitions } from './user-pool-properties.ts';
import { createUserStore, type UserStore } from './users.ts';

/** The parts of cognito-local that behave like Amazon Cognito. */
export type CognitoLocal = {
  /**
   * Runs cognito-local's operation of that name.
   * @throws {UserPoolError}, {@link UnsupportedOperationError}
   */
  readonly run: (operation: string, input: object) => Promise<object>;
  readonly users: UserStore;
};

export type CognitoLocalOptions = {
  /** The folder of {@link writeFiles}. */
  readonly folder: string;
  readonly tokens: TokenIssuer;
  readonly clock: Clock;
};

/**
 * Assembles cognito-local in this process. Its own server makes tokens that differ from Amazon Cognito's (5.3.0: no
 * `origin_jti`, one key for all installations) and writes codes to a log.
 */
export async function openCognitoLocal({ folder, tokens, clock }: CognitoLocalOptions): Promise<CognitoLocal> {
  const database = databaseIn(folder);
  const time = { get: () => new Date(clock()) };
  const stores = new StormDBDataStoreFactory(database);
  const pools = new UserPoolServiceFactoryImpl(time, stores);
  const cognito = await new CognitoServiceFactoryImpl(database, stores, pools).create(context, {});
  const route = Router({
    clock: time,
    cognito,
    config: DefaultConfig,
    // No operation that cognito-local carries out sends an e-mail.
    messages: { deliver: () => Promise.reject(new UnsupportedOperationError('a text message')) },
    otp,
    tokenGenerator: { generate: async (_context, user, _groups, { ClientId }) => tokens.start(user, ClientId) },
    triggers,
  });
  return {
    run: (operation, input) => route(operation)(context, structuredClone(input)).catch(translate),
    users: createUserStore({ storeOf: (poolId) => cognito.getUserPool(context, poolId), context, clock }),
  };
}

function translate(error: unknown): never {
  if (error instanceof CognitoError) throw new UserPoolError(error.code, error.message);
  if (error instanceof UnsupportedError) throw new UnsupportedOperationError(error.message);
  throw error;
}

const quiet = (): void => {};
const logger: CognitoLocalContext['logger'] = {
  child: () => logger,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
};
const context: CognitoLocalContext = { logger };

const noTrigger = (): Promise<never> => Promise.reject(new UnsupportedOperationError('a trigger'));

const triggers: Triggers = {
  enabled: () => false,
  customMessage: noTrigger,
  customEmailSender: noTrigger,
  postAuthentication: noTrigger,
  postConfirmation: noTrigger,
  preSignUp: noTrigger,
  preTokenGeneration: noTrigger,
  userMigration: noTrigger,
};

const storedPool = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Users: v.optional(v.record(v.string(), v.unknown()), {}) }),
);

/** The folder of cognito-local's files. */
const databaseIn = (folder: string): string => join(folder, '.cognito', 'db');

/**
 * Writes the files that cognito-local reads at its start: the template's pools and clients (cognito-local's README,
 * "User Pools and Clients"). Stored users are kept.
 */
export function writeFiles(folder: string, { pools, clients }: UserPoolDefinitions): void {
  const database = databaseIn(folder);
  mkdirSync(database, { recursive: true, mode: 0o700 });
  for (const pool of pools) {
    const file = join(database, `${pool.id}.json`);
    write(file, { Users: usersIn(file), Options: optionsOf(pool) });
  }
  write(join(database, 'clients.json'), { Clients: Object.fromEntries(clients.map((it) => [it.id, clientOf(it)])) });
}

const write = (file: string, content: object): void => writeFileSync(file, JSON.stringify(content), { mode: 0o600 });

const usersIn = (file: string) => (existsSync(file) ? v.parse(storedPool, readFileSync(file, 'utf8')).Users : {});

const optionsOf = ({ id, Policies, UserAttributeUpdateSettings, ...pool }: UserPool) => ({
  Id: id,
  AutoVerifiedAttributes: pool.AutoVerifiedAttributes,
  MfaConfiguration: pool.MfaConfiguration,
  Policies,
  UsernameAttributes: pool.UsernameAttributes,
  UserAttributeUpdateSettings,
});

const clientOf = ({ id, UserPoolId }: UserPoolClient) => ({ ClientId: id, ClientName: id, UserPoolId });
