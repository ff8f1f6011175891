import { expect, test } from '@jest/globals';
import { propertiesOf, templateOf } from '../synthesis.ts';

const template = templateOf('prod');
const rules = Object.fromEntries(
  Object.values(propertiesOf(template, 'AWS::CloudWatch::InsightRule')).map(({ RuleName, RuleBody }) => {
    const [before, logs, after] = RuleBody['Fn::Join'][1];
    return [RuleName, { logs: logs.Ref, body: JSON.parse(`${before}LOGS${after}`) }];
  }),
);

const accessLogs = expect.stringMatching(/^DataPlaneApiAccessLogs/);
const logRule = { Schema: { Name: 'CloudWatchLogRule', Version: 1 }, LogFormat: 'JSON', AggregateOn: 'Count' };

test('the busiest keys have the most lines in the access log', () => {
  expect(rules['sluice-prod-busiest-keys']).toMatchObject({
    logs: accessLogs,
    body: {
      ...logRule,
      Contribution: {
        Keys: ['$.keyId'],
        Filters: [
          { Match: '$.keyId', NotIn: ['-'] },
          { Match: '$.status', NotIn: ['403'] },
        ],
      },
    },
  });
});

test('the keys over their limits have the most 429s in the access log', () => {
  expect(rules['sluice-prod-limited-keys']).toMatchObject({
    logs: accessLogs,
    body: { ...logRule, Contribution: { Keys: ['$.keyId'], Filters: [{ Match: '$.status', In: ['429'] }] } },
  });
});

test('the refused keys have the highest counts in the proxy’s key_refused, by outcome', () => {
  expect(rules['sluice-prod-refused-keys']).toMatchObject({
    logs: expect.stringMatching(/^DataPlaneProxyLogs/),
    body: {
      ...logRule,
      AggregateOn: 'Sum',
      Contribution: {
        Keys: ['$.keyId', '$.outcome'],
        ValueOf: '$.count',
        Filters: [{ Match: '$.outcome', In: ['key_revoked', 'key_expired', 'plan_inactive'] }],
      },
    },
  });
});

test('the access log has the fields of the rules', () => {
  const [stage] = Object.values(propertiesOf(template, 'AWS::ApiGatewayV2::Stage', 'DataPlane'));
  expect(JSON.parse(stage?.AccessLogSettings.Format)).toMatchObject({
    keyId: '$context.authorizer.keyId',
    status: '$context.status',
  });
});
