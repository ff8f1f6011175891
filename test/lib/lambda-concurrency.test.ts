import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../../lib/configuration-error.ts';
import { configuredReservedConcurrency } from '../../lib/reserved-concurrency.ts';
import { stageNamed } from '../../lib/stage.ts';
import { propertiesOf, stageNames, templateOf } from './synthesis.ts';

describe('reserved concurrency', () => {
  test('is what the context says, as far as it leaves a hundred executions to everything else', () => {
    const reserved = { authorizer: 300, proxy: 500, tally: 50, api: 50 };
    expect(configuredReservedConcurrency(reserved, undefined)).toEqual(reserved);
    const attempt = () => configuredReservedConcurrency({ ...reserved, api: 51 }, undefined);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow('reserves 901 of 1000 executions');
  });

  test('may be more where the account has more', () => {
    expect(configuredReservedConcurrency('{"proxy":4000}', '5000')).toEqual({ proxy: 4_000 });
  });

  test('is none where nothing is said', () => {
    expect(configuredReservedConcurrency(undefined, undefined)).toBeUndefined();
  });

  test.each([{ proxy: 0 }, { proxy: 1.5 }, { proxy: '9' }, { dashboard: 1 }, 7])('is refused: %j', (context) => {
    expect(() => configuredReservedConcurrency(context, undefined)).toThrow('"reservedConcurrency" is wrong');
  });

  test('is not known of an account whose quota is no number', () => {
    expect(() => configuredReservedConcurrency({ proxy: 1 }, 'many')).toThrow(ConfigurationError);
  });

  const reservedIn = (template: ReturnType<typeof templateOf>) =>
    Object.fromEntries(
      Object.entries(propertiesOf(template, 'AWS::Lambda::Function')).flatMap(([id, properties]) =>
        properties.ReservedConcurrentExecutions === undefined
          ? []
          : [[id.replace(/Function[0-9A-F]{8}$/, ''), properties.ReservedConcurrentExecutions]],
      ),
    );

  test('is kept for each function', () => {
    const reservedConcurrency = { authorizer: 1, proxy: 2, tally: 3, api: 4 };
    expect(reservedIn(templateOf('prod', { stage: { ...stageNamed('prod'), reservedConcurrency } }))).toEqual({
      DataPlaneAuthorizer: 1,
      DataPlaneProxy: 2,
      DataPlaneRecordStreamTally: 3,
      ControlPlaneApi: 4,
    });
  });

  test.each(stageNames)('is nobody’s on %s unless it is asked for: all share the account’s', (stageName) => {
    expect(reservedIn(templateOf(stageName))).toEqual({});
  });
});
