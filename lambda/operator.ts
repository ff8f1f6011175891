import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { runInFunction } from '../bin/operator/function/run-in-function.ts';
import { connectGateway } from '../bin/operator/operator-gateway.ts';
import { endpointFrom, regionFrom } from '../src/aws/aws-services.ts';
import { billingSettingsSchema } from '../src/billing/billing-settings.ts';
import { operatorEnvironment } from '../src/environment.ts';
import { Origin } from '../src/http/origin.ts';
import { createLog } from '../src/log.ts';
import type { OperatorAnswer } from '../src/operator-function/function-event.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { systemClock } from '../src/time.ts';

const environment = readEnvironment(operatorEnvironment, process.env);
const { BILLING_SETTINGS } = environment;
const billing =
  BILLING_SETTINGS === undefined
    ? undefined
    : v.parse(v.pipe(v.string(), v.parseJson(), billingSettingsSchema), BILLING_SETTINGS);
const settings = { ...readFunctionSettings(process.env), billing, secretPrefix: environment.SECRET_PREFIX };
const location = {
  tables: {
    directory: environment.DIRECTORY_TABLE,
    admissions: environment.ADMISSIONS_TABLE,
    records: environment.RECORDS_TABLE,
    usage: environment.USAGE_TABLE,
  },
  userPoolId: environment.USER_POOL_ID,
  name: 'this gateway',
  planIds: undefined,
  dynamoDb: {},
  endpoints: {},
};
const sts = new Origin(endpointFrom(process.env, { name: 'sts', variable: 'STS' }));
const connected = connectGateway(location, settings);
// A rejection is the first command's error.
connected.catch(() => {});

const deps = {
  settings,
  readOnly: environment.READ_ONLY === 'on',
  region: regionFrom(process.env),
  askSts: sts.exchange.bind(sts),
  openGateway: async (caller: Parameters<Awaited<typeof connected>>[0]) => (await connected)(caller),
  clock: systemClock,
  log: createLog(environment.LOG_LEVEL),
};

/** Runs one command of the operator, for callers with `lambda:InvokeFunction`. */
export const handler = (event: unknown, { functionName }: Pick<Context, 'functionName'>): Promise<OperatorAnswer> =>
  runInFunction({ ...deps, functionName }, event);
