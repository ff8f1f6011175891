import { expect, test } from '@jest/globals';
import { propertiesOf, templateOf } from '../synthesis.ts';

const filters = Object.values(propertiesOf(templateOf('prod'), 'AWS::Logs::MetricFilter'));

test('CloudWatch counts rare events of the request path in the logs', () => {
  const counted = filters.map(
    ({ FilterPattern, LogGroupName, MetricTransformations: [{ MetricName, MetricValue, Dimensions = [] }] }) => [
      LogGroupName.Ref.replace(/(DataPlane|RecordStream|Logs\w+)/g, ''),
      FilterPattern,
      MetricName,
      MetricValue,
      ...Dimensions,
    ],
  );
  const rejected = '{ ($.event = "upstream_credentials_rejected") && ($.host = "*") }';
  expect(counted).toEqual([
    ['Proxy', '{ $.event = "record_lost" }', 'RecordsLost', '1'],
    ['Proxy', '{ $.event = "throttled_record_lost" }', 'RecordsThrottled', '1'],
    ['Proxy', '{ ($.event = "key_throttled") && ($.count > 0) }', 'KeysThrottled', '$.count'],
    ['Tally', '{ ($.event = "records_diverted") && ($.records > 0) }', 'RecordsDiverted', '$.records'],
    ['Proxy', '{ $.event = "request_failed" }', 'RequestsFailed', '1'],
    ['Proxy', '{ $.event = "unknown_plan" }', 'UnknownPlans', '1'],
    ['Proxy', '{ ($.event = "give_back_failed") && ($.calls > 0) }', 'CallsNotGivenBack', '$.calls'],
    ['Authorizer', '{ ($.event = "unknown_keys_refused") && ($.malformed > 0) }', 'MalformedKeys', '$.malformed'],
    ['Proxy', '{ ($.event = "unknown_keys_refused") && ($.unknown > 0) }', 'UnknownKeys', '$.unknown'],
    ['Proxy', rejected, 'CredentialsRejected', '1', { Key: 'host', Value: '$.host' }],
    ['Watch', rejected, 'CredentialsRejected', '1', { Key: 'host', Value: '$.host' }],
    ...['ControlPlaneApi', 'ControlPlanePublicApi', 'ControlPlaneKeyApiHandler'].map((group) => [
      group,
      '{ ($.event = "api_failed") && ($.operation = "*") }',
      'OperationsFailed',
      '1',
      { Key: 'operation', Value: '$.operation' },
    ]),
  ]);
});

test('each stage has a metrics namespace', () => {
  const namespaces = filters.map(({ MetricTransformations: [{ MetricNamespace }] }) => MetricNamespace);
  expect(new Set(namespaces)).toEqual(new Set(['Sluice/prod']));
});
