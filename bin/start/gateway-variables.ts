import { localAccess } from '../local-access.ts';
import type { Runtime } from './runtime.ts';

/** Shell variables for curl and the AWS CLI against a running local gateway. */
export function gatewayVariables(runtime: Runtime, metricsUrl: string): Record<string, string> {
  const { endpoints, apiUrl, userPool, demoKey, demoUser, dynamodbUrl, gateUrl, outputs, tables, billing } = runtime;
  const { region, credentials } = localAccess;
  const byNetwork = Object.entries(endpoints).map(([network, url]) => [`${constantCase(network)}_URL`, url]);
  const byTable = Object.entries(tables).map(([name, table]) => [`${constantCase(name)}_TABLE`, table]);
  return {
    ENDPOINT: Object.values(endpoints)[0] ?? '',
    ...Object.fromEntries(byNetwork),
    ...(demoKey !== undefined && { RPC_API_KEY: demoKey }),
    API_URL: apiUrl,
    DASHBOARD_URL: runtime.dashboardUrl,
    METRICS_URL: metricsUrl,
    ...(billing && { FAKE_STRIPE_URL: billing.url, FAKE_STRIPE_API_KEY: billing.apiKey }),
    USER_POOL_URL: userPool.url,
    USER_POOL_ID: userPool.id,
    CLIENT_ID: userPool.clientId,
    ...(demoUser && { DEMO_EMAIL: demoUser.email, DEMO_PASSWORD: demoUser.password }),
    ...Object.fromEntries(byTable),
    SLUICE_CONFIG: runtime.config,
    ...(outputs.OperatorFunction && { SLUICE_FUNCTION: outputs.OperatorFunction }),
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    AWS_ENDPOINT_URL_LAMBDA: gateUrl,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

const constantCase = (name: string): string => name.toUpperCase().replaceAll('-', '_');

// They would take precedence over the key, or be sent with it.
const replaced = ['AWS_PROFILE', 'AWS_SESSION_TOKEN'];

/** The variables as commands for a POSIX shell. */
export const shellExports = (variables: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`),
    `unset ${replaced.join(' ')}`,
  ].join('\n');

const quote = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;
