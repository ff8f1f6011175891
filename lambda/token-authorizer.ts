import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { tokenAuthorizerEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { authorizeToken, type TokenIdentity } from '../src/tokens/authorize-token.ts';
import { mintToken } from '../src/tokens/token-secret.ts';
import { readIdentity } from './authorizer-event.ts';
import { warmUp } from './warm-up.ts';

const environment = readEnvironment(tokenAuthorizerEnvironment, process.env);
const directory = createSignedTable(createAwsClient(dynamoDb, process.env), environment.DIRECTORY_TABLE);
const deps = { directory, clock: systemClock };

// Looks up a random token, which nobody has.
await warmUp([authorizeToken(`Bearer ${mintToken()}`, deps)], createLog(environment.LOG_LEVEL));

/** The authorizer of the routes for account tokens. Throws if the Directory cannot be read. */
export async function handler(
  event: unknown,
): Promise<APIGatewaySimpleAuthorizerWithContextResult<Partial<TokenIdentity>>> {
  const identity = await authorizeToken(readIdentity(event), deps);
  return { isAuthorized: identity !== undefined, context: { ...identity } };
}
