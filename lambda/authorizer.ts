import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { authorizerEnvironment } from '../src/environment.ts';
import { createUnknownKeyCounter, secretCallLimits } from '../src/keys/authorize.ts';
import { type CacheableAnswer, cacheableAnswer } from '../src/keys/cacheable-answer.ts';
import { mintSecret } from '../src/keys/secret.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { readIdentity } from './authorizer-event.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(authorizerEnvironment, process.env);
const log = createLog(environment.LOG_LEVEL);
const deps = {
  directory: createSignedTable(createAwsClient(dynamoDb, process.env), environment.DIRECTORY_TABLE, secretCallLimits),
  importedKeys: environment.IMPORTED_KEYS === 'on',
  unknownKeys: createUnknownKeyCounter(log, systemClock),
  log,
};

// Looks up a random secret, which no key has.
await warmUp([cacheableAnswer(mintSecret(), deps)], log);

/** The RPC API's authorizer, whose answers API Gateway caches: it keeps malformed keys from the proxy. */
export const handler = async (event: unknown): Promise<CacheableAnswer> => cacheableAnswer(readIdentity(event), deps);
