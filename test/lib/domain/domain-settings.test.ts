import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../../../lib/context.ts';
import { configuredDomains } from '../../../lib/domain/domain-settings.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0-1-2`;
const hostedZone = { id: 'Z0123456789', name: 'example.com' };
const rpc = { name: 'rpc.example.com', certificate: certificate('eu-central-1') };
const api = { name: 'api.example.com' };
const dashboard = { name: 'example.com', certificate: certificate('us-east-1') };

function refusal(context: unknown, region?: string): string {
  try {
    configuredDomains(context, region);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('custom domain names', () => {
  test('are those of the context, with certificates by their ARN', () => {
    expect(configuredDomains({ rpc, dashboard }, undefined)).toEqual({ rpc, dashboard });
  });

  test('may have their certificates created with a hosted zone for validation', () => {
    const domains = { rpc, api, dashboard, hostedZone };
    expect(configuredDomains(JSON.stringify(domains), 'eu-central-1')).toEqual(domains);
    const made = { dashboard: { name: 'example.com' }, hostedZone };
    expect(configuredDomains(made, 'us-east-1')).toEqual(made);
  });

  test('are empty by default', () => {
    expect(configuredDomains(undefined, undefined)).toEqual({});
  });
});

describe('names are refused', () => {
  test('without a certificate and without a hosted zone to validate one', () => {
    expect(refusal({ api })).toContain('api: needs the ARN of a certificate, or "hostedZone" to create one');
  });

  test('that are not in the hosted zone', () => {
    const elsewhere = { ...rpc, name: 'rpc.notexample.com' };
    expect(refusal({ rpc: elsewhere, hostedZone })).toContain(
      'rpc: rpc.notexample.com is not in the hosted zone example.com',
    );
  });

  test.each([undefined, 'eu-central-1'])('for a dashboard whose certificate would be made elsewhere: %s', (region) => {
    const made = { dashboard: { name: 'app.example.com' }, hostedZone };
    expect(refusal(made, region)).toContain('give its ARN, or deploy to -c region=us-east-1');
  });

  test('for a dashboard with a certificate that CloudFront does not take', () => {
    const wrong = { dashboard: { ...dashboard, certificate: certificate('eu-central-1') } };
    expect(refusal(wrong)).toContain('dashboard: CloudFront accepts only certificates of us-east-1');
  });

  test.each([
    ['rpc.name', { rpc: { ...rpc, name: 'https://rpc.example.com' } }],
    ['rpc.name', { rpc: { ...rpc, name: 'localhost' } }],
    ['rpc.certificate', { rpc: { ...rpc, certificate: 'certificate/1' } }],
    ['hostedZone.id', { hostedZone: { ...hostedZone, id: '/hostedzone/Z1' } }],
    ['dash', { dash: dashboard }],
  ])('when %s is wrong', (path, context) => {
    expect(refusal(context)).toContain(`  - ${path}`);
  });
});
