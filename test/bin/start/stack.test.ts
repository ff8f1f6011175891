import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { nameListeners } from '../../../bin/start/stack-outputs.ts';
import type { Listener, Listeners } from '../../../packages/cdk-local/listeners.ts';
import { loadStack } from '../../../packages/cdk-local/load-stack.ts';
import { UnsupportedResourceError } from '../../../packages/cdk-local/resource-properties.ts';
import { testLocation } from '../../../packages/cdk-local/test/template/template-file.ts';
import type { Network } from '../../../src/network.ts';

const listener = (port: number): Listener => ({
  url: `http://127.0.0.1:${port}`,
  handle: () => {},
  stop: async () => {},
});
const apis = { rpc: listener(1), management: listener(2) };
const dashboard = listener(4);
const api = { Type: 'AWS::ApiGatewayV2::Api' };
const siteAddress = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] };
const endpoint = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'ApiEndpoint'] });

const networks: readonly Network[] = [
  { path: '/eth', chain: 'ethereum', network: 'eth-mainnet', upstreams: [] },
  { path: '/testnet', chain: 'solana', network: 'testnet', upstreams: [] },
];

function load(Resources: object, distributions: Listeners['distributions'] = {}) {
  const Outputs = {
    ...('Site' in Resources && { DashboardUrl: { Value: siteAddress } }),
    ApiUrl: { Value: endpoint('Management') },
    EthMainnetEndpoint: { Value: { 'Fn::Join': ['', [endpoint('Rpc'), '/eth']] } },
  };
  const path = join(mkdtempSync(join(tmpdir(), 'sluice-stack-')), 'template.json');
  writeFileSync(path, JSON.stringify({ Resources, Outputs }));
  const listeners = { apis, userPools: listener(3), distributions };
  return loadStack(path, { place: testLocation, listeners, nameListener: nameListeners({ '': networks }) });
}

describe('the stack', () => {
  test('gives each HTTP API the listener that the outputs name, whatever the networks are called, and its address to every resource', () => {
    const Variables = { RPC_URL: endpoint('Rpc') };
    const fn = { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables } } };
    const { template, apis: found } = load({ Management: api, Rpc: api, Fn: fn });
    expect(Object.fromEntries(found)).toEqual({ Management: apis.management, Rpc: apis.rpc });
    expect(template.outputs).toEqual({ ApiUrl: 'http://127.0.0.1:2', EthMainnetEndpoint: 'http://127.0.0.1:1/eth' });
    expect(template.get('Fn').properties).toEqual({ Environment: { Variables: { RPC_URL: 'http://127.0.0.1:1' } } });
  });

  test('has its user pool where it really listens, for who is to sign in there', () => {
    const Endpoint = { 'Fn::GetAtt': ['Pool', 'ProviderURL'] };
    const pool = { Type: 'AWS::Cognito::UserPool' };
    const { template } = load({
      Management: api,
      Rpc: api,
      Pool: pool,
      Fn: { Type: 'AWS::Lambda::Function', Properties: { Endpoint } },
    });
    expect(template.get('Fn').properties.Endpoint).toBe(`http://127.0.0.1:3/${template.get('Pool').ref}`);
  });

  test('gives functions and outputs the address at which the distribution really listens, instead of its domain name', () => {
    const Properties = { Environment: { Variables: { DASHBOARD_URL: siteAddress } } };
    const site = { Type: 'AWS::CloudFront::Distribution' };
    const fn = { Type: 'AWS::Lambda::Function', Properties };
    const { template } = load({ Management: api, Rpc: api, Site: site, Fn: fn }, { dashboard });
    expect(template.get('Fn').properties).toEqual({ Environment: { Variables: { DASHBOARD_URL: dashboard.url } } });
    expect(template.outputs.DashboardUrl).toBe(dashboard.url);
    expect(template.get('Site').attributes.DomainName).toMatch(/\.cloudfront\.net$/);
  });

  test('is refused with an API that no output names', () => {
    expect(() => load({ Management: api, Rpc: api, Third: api })).toThrow(UnsupportedResourceError);
    expect(() => load({ Management: api, Rpc: api, Third: api })).toThrow('Third: no port is configured for it');
  });

  test('is refused without an API or a distribution for which there is a port: nobody would answer there', () => {
    expect(() => load({ Management: api, Rpc: api }, { dashboard })).toThrow(
      'A port is configured for dashboard, but the template has no AWS::CloudFront::Distribution of that name.',
    );
  });
});
