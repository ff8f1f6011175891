import { preTrafficCheckEnvironment } from '../src/environment.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { callChecks } from './release/call-checks.ts';
import { createCheckHandler } from './release/check-handler.ts';

const environment = readEnvironment(preTrafficCheckEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const versions = {
  authorizer: environment.AUTHORIZER_VERSION,
  proxy: environment.PROXY_VERSION,
  tally: environment.TALLY_VERSION,
};

/** Checks the new versions of the functions of calls and reports to CodeDeploy whether they may get traffic. */
export const handler = createCheckHandler(environment.LOG_LEVEL, (deploymentId) =>
  callChecks(versions, settings, deploymentId),
);
