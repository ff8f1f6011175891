import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { billingSettingsSchema } from '../../../src/billing/billing-settings.ts';
import { dollars, prices } from '../../../src/cost/prices.ts';
import { billingMetricNames } from '../../../src/embedded-metrics.ts';
import {
  accountSweepEnvironment,
  billingEventsEnvironment,
  billingReconciliationEnvironment,
  controlPlaneEnvironment,
} from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { overviewOf } from '../monitoring/overview-of.ts';
import { billing, propertiesOf, templateOf } from '../synthesis.ts';

const template = templateOf('prod', { settings: { billing } });
const directory = arn('TablesDirectoryD82D92C0');
const secret = ['secretsmanager:GetSecretValue', { 'Fn::Join': ['', expect.arrayContaining([expect.anything()])] }];
const onDirectory = (...names: string[]) => names.map((name) => [`dynamodb:${name}`, directory]);

const idOf = (type: string, construct: string): string => Object.keys(propertiesOf(template, type, construct))[0] ?? '';

describe('the functions of billing', () => {
  test.each([
    ['BillingEvents', [], []],
    // When a key was used last, to know which of too many to end.
    ['BillingReconciliation', ['Scan'], [['dynamodb:GetItem', arn('TablesUsageA60E9525')]]],
  ])('%s may change accounts, read the secret with Stripe’s keys, and nothing else', (construct, more, onUsage) => {
    expect(grantsOf(template, construct)).toEqual([
      ...ownLogs(idOf('AWS::Logs::LogGroup', construct)),
      ...onDirectory('DeleteItem', 'GetItem', 'PutItem', 'Query', ...more, 'UpdateItem'),
      ...onUsage,
      secret,
    ]);
  });

  test('that use Stripe may read exactly this secret', () => {
    for (const construct of ['BillingEvents', 'BillingReconciliation', 'ControlPlaneApi', 'AccountSweep']) {
      const ofOperator = grantsOf(template, construct).filter(([, on]) => JSON.stringify(on).includes(':secret:'));
      expect(ofOperator).toEqual([secret]);
      expect(JSON.stringify(ofOperator)).toContain(`:secret:${billing?.secretName}-??????`);
    }
  });

  test('find their settings, and the API the dashboard’s address', () => {
    const environments = {
      BillingEvents: billingEventsEnvironment,
      BillingReconciliation: billingReconciliationEnvironment,
      ControlPlaneApi: controlPlaneEnvironment,
      AccountSweep: accountSweepEnvironment,
    };
    for (const [construct, environment] of Object.entries(environments)) {
      expect(() => readEnvironment(environment, deployedVariablesOf(template, construct))).not.toThrow();
      const settings = JSON.parse(String(variablesOf(template, construct).BILLING_SETTINGS));
      expect(v.parse(billingSettingsSchema, settings)).toEqual({ ...billing, currency: 'usd' });
    }
    const distribution = idOf('AWS::CloudFront::Distribution', 'Dashboard');
    expect(variablesOf(template, 'ControlPlaneApi').DASHBOARD_URL).toEqual({
      'Fn::Join': ['', ['https://', arn(distribution, 'DomainName')]],
    });
  });

  test('get new settings after the functions that answer calls, so that nobody is on a plan that they refuse', () => {
    const released = Object.keys(template.findResources('AWS::Lambda::Alias')).filter((id) =>
      /^DataPlane(?!.*Tally)/.test(id),
    );
    expect(released).toHaveLength(2);
    for (const construct of ['BillingEvents', 'BillingReconciliation']) {
      const { DependsOn } =
        template.findResources('AWS::Lambda::Function')[idOf('AWS::Lambda::Function', construct)] ?? {};
      expect(DependsOn).toEqual(expect.arrayContaining(released));
    }
  });

  test('reconcile every quarter of an hour, within that time, and a failed run is not repeated', () => {
    const fn = idOf('AWS::Lambda::Function', 'BillingReconciliation');
    const [rule] = Object.values(propertiesOf(template, 'AWS::Events::Rule', 'BillingReconciliation'));
    expect(rule).toMatchObject({
      ScheduleExpression: 'rate(15 minutes)',
      State: 'ENABLED',
      Targets: [{ Arn: arn(fn), RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(propertiesOf(template, 'AWS::Lambda::Function', 'BillingReconciliation')[fn]?.Timeout).toBeLessThan(15 * 60);
  });
});

describe('the route of Stripe’s events', () => {
  const beginning = 'ControlPlaneManagementApi';
  const routes = Object.entries(propertiesOf(template, 'AWS::ApiGatewayV2::Route', beginning));
  const [routeId, route] = routes.find(([, { RouteKey }]) => RouteKey === 'POST /v1/billing/events') ?? [];

  test('needs no token, and leads to a function of its own', () => {
    expect(route?.AuthorizationType).toBe('NONE');
    const [, [, { Ref: integration }]] = route?.Target['Fn::Join'] ?? [];
    expect(propertiesOf(template, 'AWS::ApiGatewayV2::Integration', beginning)[integration]?.IntegrationUri).toEqual({
      Ref: idOf('AWS::Lambda::Alias', 'BillingEvents'),
    });
  });

  test('has a throttle of its own', () => {
    const { rateLimit, burstLimit } = stageNamed('prod').throttle.billingEvents;
    const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage')).filter(
      ({ Properties }) => Properties.RouteSettings,
    );
    expect(stage?.Properties.RouteSettings['POST /v1/billing/events']).toEqual({
      ThrottlingRateLimit: rateLimit,
      ThrottlingBurstLimit: burstLimit,
    });
    expect(stage?.DependsOn).toContain(routeId);
  });
});

describe('the monitoring of billing', () => {
  test('counts refused events that had a signature, events that failed, and refusals because of our configuration', () => {
    const filters = Object.values(propertiesOf(template, 'AWS::Logs::MetricFilter')).filter(
      ({ LogGroupName }) => LogGroupName.Ref === idOf('AWS::Logs::LogGroup', 'BillingEvents'),
    );
    expect(
      filters.map(({ FilterPattern, MetricTransformations: [{ MetricName }] }) => [FilterPattern, MetricName]),
    ).toEqual([
      ['{ ($.event = "billing_event_refused") && ($.signed > 0) }', 'BillingEventsRefused'],
      ['{ $.event = "billing_event_failed" }', 'BillingEventsFailed'],
      ['{ $.event = "billing_misconfigured" }', 'BillingMisconfigured'],
    ]);
  });

  test('shows who pays in a row of the overview', () => {
    const widgets: { type: string; y: number; width: number; properties: { markdown?: string; title?: string } }[] =
      JSON.parse(overviewOf(template)).widgets;
    const title = widgets.find(({ properties }) => properties.markdown?.startsWith('## Who pays?'));
    const row = widgets.filter(({ y }) => y === title?.y);
    expect(row.map(({ properties }) => properties.title).slice(1)).toEqual([
      'Accounts, by plan',
      'Monthly recurring revenue, USD',
      'Accounts with a failed payment',
      'Events of Stripe',
    ]);
    expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(24);
  });

  test('is described in docs/monitoring.md, with its price', () => {
    const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
    for (const name of Object.values(billingMetricNames)) expect(page).toContain(`\`${name}\``);
    const alarmed = Object.values(propertiesOf(template, 'AWS::CloudWatch::Alarm', 'MonitoringAlarmbilling'))
      .map(({ Metrics = [{ MetricStat: {} }] }) =>
        Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat),
      )
      .reduce((sum, metrics) => sum + metrics.length, 0);
    const metrics = Object.keys(billingMetricNames).length - 1 + 4;
    const price = dollars(prices.alarms, alarmed) + dollars(prices.metrics, metrics);
    expect(page).toContain(
      `With billing and four plans, ${alarmed} more metrics that alarms look at and ${metrics} more of our own: $${price.toFixed(2)}.`,
    );
  });
});
