import { describe, expect, test } from '@jest/globals';
import { type Domains, requireDashboardCertificate } from '../../../lib/settings/domain-settings.ts';
import { problemsOf } from './refusals.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0-1-2`;
const hostedZone = { id: 'Z0123456789', name: 'example.com' };
const rpc = { name: 'rpc.example.com', certificate: certificate('eu-central-1') };
const dashboard = { name: 'example.com', certificate: certificate('us-east-1') };
const withDomains = (domains: unknown) => problemsOf({ domains });

describe('custom domain names', () => {
  test('have certificates by their ARN, or a hosted zone in which certificates are made', () => {
    expect(withDomains({ rpc, dashboard })).toEqual([]);
    expect(withDomains({ rpc, api: { name: 'api.example.com' }, dashboard, hostedZone })).toEqual([]);
  });

  test('are refused without a certificate and without a hosted zone', () => {
    expect(withDomains({ api: { name: 'api.example.com' } })).toEqual([
      'domains.api: needs the ARN of a certificate, or domains.hostedZone to create one.',
    ]);
  });

  test('are refused outside of the hosted zone', () => {
    expect(withDomains({ rpc: { ...rpc, name: 'rpc.notexample.com' }, hostedZone })).toEqual([
      'domains.rpc.name: rpc.notexample.com is not in the hosted zone example.com.',
    ]);
  });

  test.each([
    ['domains.rpc.name', { rpc: { ...rpc, name: 'https://rpc.example.com' } }],
    ['domains.rpc.name', { rpc: { ...rpc, name: 'localhost' } }],
    ['domains.rpc.certificate', { rpc: { ...rpc, certificate: 'certificate/1' } }],
    ['domains.hostedZone.id', { hostedZone: { ...hostedZone, id: '/hostedzone/Z1' } }],
    ['domains.dash', { dash: dashboard }],
  ])('are refused when %s is wrong', (path, domains) => {
    expect(withDomains(domains)).toEqual([expect.stringContaining(`${path}: `)]);
  });
});

describe('the certificate of the dashboard', () => {
  const made: Domains = { dashboard: { name: 'app.example.com' }, hostedZone };

  test('is one of us-east-1, given or created there', () => {
    for (const [domains, region] of [
      [{ dashboard }, 'eu-central-1'],
      [made, 'us-east-1'],
      [{}, undefined],
    ] as const) {
      expect(() => requireDashboardCertificate(domains, region)).not.toThrow();
    }
  });

  test.each<[Domains, string | undefined]>([
    [made, undefined],
    [made, 'eu-central-1'],
    [{ dashboard: { ...dashboard, certificate: certificate('eu-central-1') } }, 'us-east-1'],
  ])('is refused elsewhere: %j in %s', (domains, region) => {
    expect(() => requireDashboardCertificate(domains, region)).toThrow(
      'domains.dashboard: CloudFront accepts only certificates of us-east-1. Give the ARN of one, or name us-east-1 as the region of the stack',
    );
  });
});
