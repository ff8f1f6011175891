import { preTrafficCheckEnvironment } from '../src/environment.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { withCheckSecrets } from '../src/release-checks/check-secrets.ts';
import { runChecks } from '../src/release-checks/run-checks.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { connectDynamoDb, createSdkTable } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { callChecks } from './release/call-checks.ts';
import { createCheckHandler } from './release/check-handler.ts';

const environment = readEnvironment(preTrafficCheckEnvironment, process.env);
const { networks, plans } = readFunctionSettings(process.env);
const plan = new Plans(plans).free;
const directory = createSdkTable(connectDynamoDb(), environment.DIRECTORY_TABLE);
const versions = {
  authorizer: environment.AUTHORIZER_VERSION,
  proxy: environment.PROXY_VERSION,
  tally: environment.TALLY_VERSION,
};

/** Checks the new versions of the functions of calls and reports to CodeDeploy whether they may get traffic. */
export const handler = createCheckHandler(environment.LOG_LEVEL, (deploymentId, invoke) =>
  withCheckSecrets(
    { directory, clock: systemClock, plan, deploymentId, networks: networks.map(({ network }) => network) },
    (secrets) => runChecks(callChecks(versions, networks, secrets), invoke),
  ),
);
