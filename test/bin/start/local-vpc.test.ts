import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { OptionsError } from '../../../bin/start/options.ts';
import type { RuntimeOptions } from '../../../bin/start/runtime.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';
import { startTestRuntime } from '../../support/test-runtime.ts';

const group = 'sg-0123456789abcdef0';
const settings: Settings = {
  ...fixedConfig,
  networks: [
    {
      network: 'devnet',
      chain: 'solana',
      path: '/',
      upstreams: [{ url: 'http://node.internal:8899', private: true }],
    },
  ],
  vpc: {
    id: 'vpc-0123456789abcdef0',
    subnets: ['subnet-0123456789abcdef0'],
    internet: 'none',
    nodes: [group],
    dynamoDbEndpoint: { routeTables: ['rtb-0123456789abcdef0'] },
    dynamoDbPrefixList: 'pl-0123456789abcdef0',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'sluice-vpc-'));
const config = join(folder, 'settings.json');
writeFileSync(config, JSON.stringify(settings));
afterAll(() => rmSync(folder, { recursive: true }));

async function call(options: RuntimeOptions) {
  const { runtime, newKey, stop } = await startTestRuntime({}, { config, ...options });
  try {
    const { secret } = await newKey();
    const answer = await fetch(runtime.endpoints.devnet ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
    });
    return { status: answer.status, lines: runtime.logs().map(({ line }) => line) };
  } finally {
    await stop();
  }
}

describe('npm start with settings that have a VPC', () => {
  test('calls a private node by its own address, behind the security group of the settings', async () => {
    const { status, lines } = await call({});
    expect(status).toBe(200);
    expect(lines.filter((line) => line.includes('vpc_connection_blocked'))).toEqual([]);
  });

  test('calls no node in a place that no rule leads to, and the log names the missing rule', async () => {
    const { status, lines } = await call({ nodePlaces: { devnet: '10.0.0.0/16' } });
    expect(status).toBe(502);
    const missing = /Missing: an egress rule of \w+ for TCP 8899 to 10\.0\.0\.0\/16\..*represents sg-0123456789abcdef0/;
    expect(lines).toContainEqual(expect.stringMatching(missing));
  });

  test.each([
    ['of a network that the settings do not have', { config, nodePlaces: { other: group } }],
    ['without a VPC', { nodePlaces: { devnet: group } }],
  ])('refuses a place %s', async (_case, options) => {
    await expect(startTestRuntime({}, options)).rejects.toThrow(OptionsError);
  });
});
