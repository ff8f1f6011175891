import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { NotRunningError, readGatewayVariables, writeConnectionFile } from '../../../bin/start/connection-file.ts';
import type { Runtime } from '../../../bin/start/runtime.ts';

const runtime = {
  endpoints: { mainnet: 'http://127.0.0.1:8545', devnet: 'http://127.0.0.1:8545/devnet' },
  dynamodbUrl: 'http://127.0.0.1:9000',
  tables: { directory: 'D', admissions: 'A', records: 'R', usage: 'U' },
  template: { outputs: { FailureBucket: 'failures', Plans: 'free,pro' } },
  apiUrl: 'http://127.0.0.1:8546',
  userPool: { url: 'http://127.0.0.1:8547', id: 'us-east-1_users', clientId: 'client' },
  outputs: { OperatorFunction: 'sluice-dev-operator' },
  gateUrl: 'http://127.0.0.1:8',
  config: '/my/sluice.config.ts',
  localConfig: '/tmp/local-settings.json',
  dashboardUrl: 'http://127.0.0.1:8548',
  demoKey: 'slc_1',
  buckets: { folderOf: (bucket: string) => `/buckets/${bucket}` },
} as unknown as Runtime;

let before: string;
let folder: string;
beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), 'whereabouts-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** In place of the page of the metrics, which shows that the gateway is running. */
async function servePage() {
  const server = createServer((_, outgoing) => outgoing.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`, stop };
}

test('commands find the tables and the variables of the gateway on a port while it runs, and not after', async () => {
  const page = await servePage();
  const takeBack = writeConnectionFile(runtime, page.url);
  expect(JSON.parse(readFileSync('.local/8545.json', 'utf8'))).toMatchObject({
    dynamodbUrl: 'http://127.0.0.1:9000',
    tables: { directory: 'D', admissions: 'A', records: 'R', usage: 'U' },
    failures: '/buckets/failures',
    config: '/tmp/local-settings.json',
    plans: 'free,pro',
    variables: { USER_POOL_URL: 'http://127.0.0.1:8547', USER_POOL_ID: 'us-east-1_users' },
  });
  expect(await readGatewayVariables('8545')).toMatchObject({ RPC_API_KEY: 'slc_1', METRICS_URL: page.url });
  takeBack?.();
  expect(existsSync('.local/8545.json')).toBe(false);
  await expect(readGatewayVariables('8545')).rejects.toThrow(NotRunningError);
  await page.stop();
});

test('commands find the fake Stripe of a gateway that has one', () => {
  const billing = { url: 'http://127.0.0.1:9', apiKey: 'sk_test_fake', settings: { secretName: 'local' } };
  const remove = writeConnectionFile({ ...runtime, billing } as unknown as Runtime, '');
  expect(JSON.parse(readFileSync('.local/8545.json', 'utf8'))).toMatchObject({ billing });
  remove?.();
});

test('the file, which holds a key, can be read by its owner only, also where an older one is left', () => {
  mkdirSync('.local');
  writeFileSync('.local/8545.json', '{}', { mode: 0o644 });
  writeConnectionFile(runtime, '');
  expect(statSync('.local/8545.json').mode & 0o777).toBe(0o600);
});

test('a gateway that was killed is not taken for a running one', async () => {
  const page = await servePage();
  writeConnectionFile(runtime, page.url);
  await page.stop();
  await expect(readGatewayVariables('8545')).rejects.toThrow(NotRunningError);
  await expect(readGatewayVariables('9000')).rejects.toThrow(
    'No local gateway is running on port 9000. Use --port, for example --port 8545, and run this command in the same folder.',
  );
});

test.each(['', '{}', '{"variables":{}}', 'nonsense'])('a file with %j is no running gateway', async (text) => {
  mkdirSync('.local');
  writeFileSync('.local/8545.json', text);
  await expect(readGatewayVariables('8545')).rejects.toThrow('Run npm start');
});

test('a folder that cannot be written does not stop the gateway, which learns of it', () => {
  writeFileSync('.local', 'in the way');
  expect(writeConnectionFile(runtime, '')).toBeUndefined();
});
