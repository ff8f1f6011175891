import { describe, expect, test } from '@jest/globals';
import { constructOf, endpointsOf, nameListeners, outputsOf } from '../../../bin/start/stack-outputs.ts';
import type { Resource } from '../../../packages/cdk-local/template/template.ts';
import type { Network } from '../../../src/network.ts';

const networks: readonly Network[] = [
  { path: '/', chain: 'solana', network: 'mainnet', upstreams: [] },
  { path: '/eth', chain: 'ethereum', network: 'eth-mainnet', upstreams: [] },
];

// One id begins with the other.
const outputs = {
  RpcDashboardUrl: 'https://one.cloudfront.net',
  RpcApiUrl: 'https://one.example',
  RpcMainnetEndpoint: 'https://two.example/',
  RpcEthMainnetEndpoint: 'https://two.example/eth',
  RpcTwoDashboardUrl: 'https://two.cloudfront.net',
  RpcTwoApiUrl: 'https://three.example',
  RpcTwoMainnetEndpoint: 'https://four.example/',
  QueueUrl: 'https://queue.example',
};

describe('the outputs of an instance', () => {
  test('are those that begin with its id, without the id', () => {
    expect(outputsOf({ outputs }, 'RpcTwo')).toEqual({
      DashboardUrl: 'https://two.cloudfront.net',
      ApiUrl: 'https://three.example',
      MainnetEndpoint: 'https://four.example/',
    });
    expect(outputsOf({ outputs }, '')).toEqual(outputs);
  });

  test('have the addresses of its networks', () => {
    const addresses = endpointsOf(outputsOf({ outputs }, 'Rpc'), networks);
    expect(addresses).toEqual({ mainnet: 'https://two.example', 'eth-mainnet': 'https://two.example/eth' });
  });
});

describe('the names of listeners', () => {
  const nameListener = nameListeners({ Rpc: networks, RpcTwo: networks });
  const named = (type: string, attributes: Resource['attributes']) =>
    nameListener({ type, attributes, logicalId: 'Any', ref: 'any', properties: {}, metadata: {} }, outputs);
  const api = (ApiEndpoint: string) => named('AWS::ApiGatewayV2::Api', { ApiEndpoint });

  test('distinguish the APIs and distributions of instances', () => {
    expect(['one', 'two', 'three', 'four'].map((name) => api(`https://${name}.example`))).toEqual([
      'Rpc management',
      'Rpc rpc',
      'RpcTwo management',
      'RpcTwo rpc',
    ]);
    const site = (DomainName: string) => named('AWS::CloudFront::Distribution', { DomainName });
    expect(site('one.cloudfront.net')).toBe('Rpc dashboard');
    expect(site('two.cloudfront.net')).toBe('RpcTwo dashboard');
  });

  test('are none for what no instance has', () => {
    expect(api('https://queue.example')).toBeUndefined();
  });
});

describe('the construct of an instance', () => {
  const paths = new Map([
    ['RpcDashboardUrl', '/Platform/Gateways/Rpc/DashboardUrl'],
    ['DashboardUrl', '/Sluice-dev/Default/DashboardUrl'],
  ]);

  test('is where its output is', () => {
    expect(constructOf('Rpc', paths)).toBe('/Platform/Gateways/Rpc');
    expect(constructOf('', paths)).toBe('/Sluice-dev/Default');
  });

  test('is unknown without the output: the message says what to give', () => {
    expect(() => constructOf('Other', paths)).toThrow(
      'The template has no output OtherDashboardUrl. Give the id of a Sluice construct in the stack, or an empty text for ' +
        'a SluiceStack.',
    );
  });
});
