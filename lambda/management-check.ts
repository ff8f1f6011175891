import { managementCheckEnvironment } from '../src/environment.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { createCheckHandler } from './release/check-handler.ts';
import { managementChecks } from './release/management-checks.ts';

const environment = readEnvironment(managementCheckEnvironment, process.env);
const versions = {
  api: environment.API_VERSION,
  publicApi: environment.PUBLIC_API_VERSION,
  tokenAuthorizer: environment.TOKEN_AUTHORIZER_VERSION,
  billingEvents: environment.BILLING_EVENTS_VERSION,
};

/** Checks the new versions of the management API and reports to CodeDeploy whether they may get traffic. */
export const handler = createCheckHandler(environment.LOG_LEVEL, () => managementChecks(versions));
