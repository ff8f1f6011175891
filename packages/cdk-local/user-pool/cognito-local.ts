import type { Clock } from '../time.ts';
import { UnsupportedOperationError } from './answer.ts';
import { databaseIn } from './cognito-local-files.ts';
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
import type { Message } from './messages.ts';
import { Refusal } from './refusal.ts';
import type { Tokens } from './tokens.ts';
import { createUsers, type Users } from './users.ts';

/** cognito-local, of which each part is used that does as Amazon Cognito does. */
export type CognitoLocal = {
  /**
   * Its own operation of that name.
   * @throws {Refusal}, {@link UnsupportedOperationError}
   */
  readonly run: (operation: string, input: object) => Promise<object>;
  readonly users: Users;
};

export type CognitoLocalOptions = {
  /** Where {@link writeFiles} has written. */
  readonly folder: string;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly onMessage: (message: Message) => void;
};

/**
 * Puts it together in this process. Its own server would make tokens that Amazon Cognito does not (5.3.0: no
 * `origin_jti`, one key for everybody) and deliver codes to a log.
 */
export async function openCognitoLocal({
  folder,
  tokens,
  clock,
  onMessage,
}: CognitoLocalOptions): Promise<CognitoLocal> {
  const database = databaseIn(folder);
  const time = { get: () => new Date(clock()) };
  const stores = new StormDBDataStoreFactory(database);
  const pools = new UserPoolServiceFactoryImpl(time, stores);
  const cognito = await new CognitoServiceFactoryImpl(database, stores, pools).create(context, {});
  const route = Router({
    clock: time,
    cognito,
    config: DefaultConfig,
    messages: {
      deliver: async (_context, source, _clientId, _poolId, _user, code, _metadata, { Destination }) => {
        // The code of a sign-up is ours (sign-up.ts).
        if (source !== 'SignUp') onMessage({ email: Destination, code });
      },
    },
    otp,
    tokenGenerator: { generate: async (_context, user, _groups, { ClientId }) => tokens.start(user, ClientId) },
    triggers,
  });
  return {
    run: (operation, input) => route(operation)(context, structuredClone(input)).catch(translate),
    users: createUsers({ storeOf: (poolId) => cognito.getUserPool(context, poolId), context, clock }),
  };
}

function translate(error: unknown): never {
  if (error instanceof CognitoError) throw new Refusal(error.code, error.message);
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
