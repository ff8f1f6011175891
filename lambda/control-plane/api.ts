import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createRequestLimit } from '../../src/accounts/request-limit.ts';
import { longCallLimits } from '../../src/aws/service.ts';
import { dynamoDb, reach } from '../../src/aws/services.ts';
import { systemClock } from '../../src/clock.ts';
import { controlPlaneEnvironment, readEnvironment } from '../../src/environment.ts';
import { readCallsFrom } from '../../src/keys/slots.ts';
import { Admissions } from '../../src/limits/admissions.ts';
import { createLog } from '../../src/log.ts';
import { connect, timeLimits } from '../../src/table/connect.ts';
import { createDirectory } from '../../src/table/directory.ts';
import { createTable } from '../../src/table/table.ts';
import { createUsageTable } from '../../src/usage/usage-table.ts';
import { createHandler } from './handler.ts';
import { signingKeyOf } from './signing-key.ts';

const environment = readEnvironment(controlPlaneEnvironment, process.env);
const client = connect();

const directory = createDirectory(client, environment.DIRECTORY_TABLE);
const admissions = createTable(client, environment.ADMISSIONS_TABLE);
const log = createLog(environment.LOG_LEVEL);

/** The management API behind the HTTP API and its JWT authorizer. */
export const handler = createHandler({
  directory,
  admissions: new Admissions(admissions, systemClock),
  readCalls: readCallsFrom(admissions),
  records: createTable(client, environment.RECORDS_TABLE),
  usage: createUsageTable(reach(dynamoDb, process.env, { limits: longCallLimits }), environment.USAGE_TABLE),
  takeTokens: createRequestLimit(directory, systemClock, log),
  signingKey: signingKeyOf(new SecretsManagerClient(timeLimits), environment.CURSOR_SECRET),
  rpcUrl: environment.RPC_URL,
  clock: systemClock,
  log,
});
