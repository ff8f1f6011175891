import { describe, expect, test } from '@jest/globals';
import type { Domains } from '../../../lib/settings/domain-settings.ts';
import { variablesOf } from '../functions/function-properties.ts';
import { propertiesOf, templateOf } from '../synthesis.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0-1-2`;
const names = { rpc: 'rpc.example.com', api: 'api.example.com', dashboard: 'app.example.com' };
const given: Domains = {
  rpc: { name: names.rpc, certificate: certificate('eu-central-1') },
  api: { name: names.api, certificate: certificate('eu-central-1') },
  dashboard: { name: names.dashboard, certificate: certificate('us-east-1') },
};
const made: Domains = {
  rpc: { name: names.rpc },
  api: { name: names.api },
  dashboard: { name: names.dashboard },
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
};

/** CloudFront's certificates are made in this region. */
const env = { region: 'us-east-1' };

describe.each([
  ['with given certificates', given],
  ['with created certificates', made],
])('custom domain names %s', (_name, domains) => {
  const template = templateOf('prod', { settings: { domains }, env });
  const all = (type: string) => Object.values(propertiesOf(template, type));
  const distribution = all('AWS::CloudFront::Distribution')[0]?.DistributionConfig;

  test('are names of the APIs, each of which has no other address', () => {
    expect(all('AWS::ApiGatewayV2::DomainName').map(({ DomainName }) => DomainName)).toEqual([names.rpc, names.api]);
    expect(all('AWS::ApiGatewayV2::ApiMapping').map(({ Stage }) => Stage)).toEqual(['$default', '$default']);
    expect(all('AWS::ApiGatewayV2::Api').map((api) => api.DisableExecuteApiEndpoint)).toEqual([true, true]);
  });

  test('demand TLS 1.2 of everybody', () => {
    for (const { DomainNameConfigurations } of all('AWS::ApiGatewayV2::DomainName')) {
      expect(DomainNameConfigurations).toEqual([
        { CertificateArn: expect.anything(), EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ]);
    }
    expect(distribution.ViewerCertificate).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
  });

  test('are what the outputs, the endpoints’ list, the security policy and the dashboard’s way to its API say', () => {
    expect(template.findOutputs('*')).toMatchObject({
      DashboardUrl: { Value: `https://${names.dashboard}` },
      MainnetEndpoint: { Value: `https://${names.rpc}/` },
      DevnetEndpoint: { Value: `https://${names.rpc}/devnet` },
      ApiUrl: { Value: `https://${names.api}` },
    });
    expect(variablesOf(template, 'ControlPlaneApi').RPC_URL).toBe(`https://${names.rpc}`);
    const [policy] = all('AWS::CloudFront::ResponseHeadersPolicy');
    expect(JSON.stringify(policy)).toContain(`connect-src 'self' https://${names.rpc} `);
    expect(distribution.Aliases).toEqual([names.dashboard]);
    expect(distribution.Origins[1].DomainName).toBe(names.api);
  });
});

describe('a name with a hosted zone', () => {
  const template = templateOf('prod', { settings: { domains: made }, env });

  test('gets a certificate that is proved there, and records that lead to it', () => {
    const certificates = Object.values(propertiesOf(template, 'AWS::CertificateManager::Certificate'));
    expect(certificates.map(({ DomainName, ValidationMethod }) => [DomainName, ValidationMethod])).toEqual([
      [names.rpc, 'DNS'],
      [names.api, 'DNS'],
      [names.dashboard, 'DNS'],
    ]);
    const records = Object.values(propertiesOf(template, 'AWS::Route53::RecordSet'));
    expect(records.map(({ Name, Type }) => `${Type} ${Name}`)).toEqual([
      `A ${names.rpc}.`,
      `A ${names.api}.`,
      `A ${names.dashboard}.`,
      `AAAA ${names.dashboard}.`,
    ]);
    for (const { HostedZoneId, AliasTarget } of records) {
      expect([HostedZoneId, AliasTarget]).toEqual(['Z0123456789', expect.anything()]);
    }
    expect(Object.keys(template.findOutputs('*'))).not.toContain('RpcDomainTarget');
  });
});

describe('a name without a hosted zone', () => {
  test('has no records made, and its outputs say where it is to lead to', () => {
    const template = templateOf('prod', { settings: { domains: given } });
    template.resourceCountIs('AWS::Route53::RecordSet', 0);
    template.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    expect(template.findOutputs('*')).toMatchObject({
      RpcDomainTarget: { Value: { 'Fn::GetAtt': [expect.stringMatching(/^RpcDomain/), 'RegionalDomainName'] } },
      ApiDomainTarget: { Value: { 'Fn::GetAtt': [expect.stringMatching(/^ApiDomain/), 'RegionalDomainName'] } },
      DashboardDomainTarget: { Value: { 'Fn::GetAtt': [expect.any(String), 'DomainName'] } },
    });
  });
});

test('without a custom domain name, AWS’s addresses stay open', () => {
  const template = templateOf('prod');
  template.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
  for (const api of Object.values(propertiesOf(template, 'AWS::ApiGatewayV2::Api'))) {
    expect(api.DisableExecuteApiEndpoint ?? false).toBe(false);
  }
});
