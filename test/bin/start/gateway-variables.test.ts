import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { gatewayVariables, shellExports } from '../../../bin/start/gateway-variables.ts';
import type { LocalBilling } from '../../../bin/start/local-billing.ts';
import type { Runtime } from '../../../bin/start/runtime.ts';

const runtime = {
  endpoints: { mainnet: 'http://127.0.0.1:1', 'eth-mainnet': 'http://127.0.0.1:1/eth' },
  apiUrl: 'http://127.0.0.1:2',
  userPool: { url: 'http://127.0.0.1:3', id: 'pool', clientId: 'client' },
  dashboardUrl: 'http://127.0.0.1:4',
  dynamodbUrl: 'http://127.0.0.1:5',
  tables: { directory: 'D', admissions: 'A', records: 'R', usage: 'U' },
  outputs: { OperatorFunction: 'sluice-dev-operator' },
  gateUrl: 'http://127.0.0.1:8',
  config: '/my/sluice.config.ts',
  localConfig: '/tmp/local-settings.json',
  demoKey: undefined,
  demoUser: undefined,
} as unknown as Runtime;

test('the variables of a gateway have an address for each network, and no key that is not known', () => {
  const variables = gatewayVariables(runtime, 'http://127.0.0.1:6');
  expect(variables).toMatchObject({
    ENDPOINT: 'http://127.0.0.1:1',
    MAINNET_URL: 'http://127.0.0.1:1',
    ETH_MAINNET_URL: 'http://127.0.0.1:1/eth',
    DIRECTORY_TABLE: 'D',
    SLUICE_CONFIG: '/my/sluice.config.ts',
    SLUICE_FUNCTION: 'sluice-dev-operator',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:5',
    AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:8',
  });
  expect(variables).not.toHaveProperty('RPC_API_KEY');
  expect(variables).not.toHaveProperty('FAKE_STRIPE_URL');
  const billing = { url: 'http://127.0.0.1:7', apiKey: 'sk_test_fake' } as LocalBilling;
  expect(gatewayVariables({ ...runtime, billing }, '')).toMatchObject({
    FAKE_STRIPE_URL: 'http://127.0.0.1:7',
    FAKE_STRIPE_API_KEY: 'sk_test_fake',
  });
  const demoUser = { email: 'a@b.example', password: 'secret', planId: 'business', keys: [] };
  expect(gatewayVariables({ ...runtime, demoKey: 'slc_1', demoUser }, '')).toMatchObject({
    RPC_API_KEY: 'slc_1',
    DEMO_EMAIL: 'a@b.example',
    DEMO_PASSWORD: 'secret',
  });
});

test('a shell gets each value as it is, and no profile or session of AWS beside it', () => {
  const value = `it's "$HOME" \`id\` \\ $(id)\nand more`;
  const script = `${shellExports({ VALUE: value })}\nprintf '%s|%s|%s' "$VALUE" "$AWS_PROFILE" "$AWS_SESSION_TOKEN"`;
  const env = { PATH: process.env.PATH, AWS_PROFILE: 'real', AWS_SESSION_TOKEN: 'real' };
  expect(execFileSync('sh', ['-c', script], { env, encoding: 'utf8' })).toBe(`${value}||`);
});
