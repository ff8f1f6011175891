import { describe, expect, test } from '@jest/globals';
import { lostByUpgrade } from './kept-resources.ts';

const api = { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } };
const part = (type: string, properties: object) => ({ Type: type, Properties: properties });
const ofApi = {
  Stage: part('AWS::ApiGatewayV2::Stage', { ApiId: { Ref: 'Api' }, StageName: '$default' }),
  Route: part('AWS::ApiGatewayV2::Route', { ApiId: { Ref: 'Api' }, RouteKey: 'POST /' }),
  Mapping: part('AWS::ApiGatewayV2::ApiMapping', { DomainName: { Ref: 'Domain' }, ApiMappingKey: 'v1' }),
  Subscription: part('AWS::SNS::Subscription', { TopicArn: { Ref: 'Topic' }, Endpoint: 'a@example.com' }),
};
const lost = (before: typeof resources, after: Partial<typeof resources>) =>
  lostByUpgrade({ Resources: before, Outputs: {} }, { Resources: { ...after }, Outputs: {} });
const resources = { Api: api, ...ofApi };

describe('a part of an address', () => {
  test.each(['Stage', 'Route', 'Mapping', 'Subscription'] as const)('a removed %s is reported', (name) => {
    const { [name]: _, ...others } = resources;
    expect(lost(resources, others)).toEqual([
      expect.stringMatching(new RegExp(`^${name} \\(.* is removed\\. It loses`)),
    ]);
  });

  test.each([
    ['AWS::ApiGatewayV2::Stage', 'StageName', '$default', 'v1', 'its address'],
    ['AWS::SNS::Subscription', 'Endpoint', 'a@example.com', 'b@example.com', 'the confirmation of its address'],
  ])('a replaced %s is reported', (type, property, before, after, loss) => {
    const template = (value: string) => ({
      Resources: { Kept: part(type, { [property]: value }) },
      Outputs: {},
    });
    expect(lostByUpgrade(template(before), template(after))).toEqual([
      expect.stringContaining(`is replaced, because ${property} changes. It loses ${loss}`),
    ]);
  });

  test('it is not reported when the whole API is: that loss includes it', () => {
    const other = { ...api, Properties: { ProtocolType: 'WEBSOCKET' } };
    expect(lost(resources, { ...resources, Api: other })).toEqual([expect.stringContaining('Api (AWS::Api')]);
    const { Mapping, Subscription } = resources;
    expect(lost(resources, { Mapping, Subscription })).toEqual([expect.stringContaining('Api (AWS::Api')]);
  });
});

test('a kept resource that gets another type is reported as what it was', () => {
  const [older, newer] = ['AWS::DynamoDB::Table', 'AWS::CloudWatch::Alarm'].map((Type) => ({
    Resources: { Usage: { Type } },
    Outputs: {},
  }));
  expect(older && newer && lostByUpgrade(older, newer)).toEqual([
    expect.stringContaining('Usage (AWS::DynamoDB::Table) is replaced, because Type changes. It loses all its rows.'),
  ]);
});
