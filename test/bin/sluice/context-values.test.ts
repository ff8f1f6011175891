import { describe, expect, test } from '@jest/globals';
import {
  configuredAwsEnvironment,
  configuredBoundary,
  configuredIgnoredAlarms,
} from '../../../bin/sluice/context-values.ts';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { ConfigurationError } from '../../../lib/settings/configuration-error.ts';

const [dev, prod] = [stageNamed('dev'), stageNamed('prod')];

describe('the account and region of a deployment', () => {
  test('are the given ones', () => {
    expect(configuredAwsEnvironment('012345678901', 'eu-central-1', prod)).toEqual({
      account: '012345678901',
      region: 'eu-central-1',
    });
  });

  test('are those of the credentials on dev by default', () => {
    expect(configuredAwsEnvironment(undefined, undefined, dev)).toEqual({});
  });

  test('must be given for prod, whatever account the CDK has found', () => {
    const before = process.env.CDK_DEFAULT_ACCOUNT;
    process.env.CDK_DEFAULT_ACCOUNT = '123456789012';
    try {
      const attempt = () => configuredAwsEnvironment(undefined, 'eu-central-1', prod);
      expect(attempt).toThrow(ConfigurationError);
      expect(attempt).toThrow('must name the account that it is deployed to: use -c account=123456789012.');
    } finally {
      if (before === undefined) delete process.env.CDK_DEFAULT_ACCOUNT;
      else process.env.CDK_DEFAULT_ACCOUNT = before;
    }
  });

  test.each(['', '1234', '12345678901a', 123_456_789_012, null])('is refused for an invalid account: %j', (account) => {
    expect(() => configuredAwsEnvironment(account, undefined, dev)).toThrow(
      'which is not valid. Example: -c account=123456789012.',
    );
  });

  test.each(['', 'frankfurt', 'eu-central', 1])('is refused for an invalid region: %j', (region) => {
    expect(() => configuredAwsEnvironment(undefined, region, dev)).toThrow(
      'which is not valid. Example: -c region=eu-central-1.',
    );
  });
});

describe('the context value releaseDespiteAlarms', () => {
  test('has names with commas between them, and is empty by default', () => {
    expect(configuredIgnoredAlarms('proxy-errors, lost-records')).toEqual(['proxy-errors', 'lost-records']);
    expect(configuredIgnoredAlarms(undefined)).toEqual([]);
  });

  test.each(['', ' ', 'proxy-errors,', true, 'true ,,', []])('is refused: %j', (context) => {
    expect(() => configuredIgnoredAlarms(context)).toThrow(
      'is not a list of alarms: use -c releaseDespiteAlarms=proxy-',
    );
  });
});

describe('the permissions boundary', () => {
  const arn = 'arn:aws:iam::123456789012:policy/team/Boundary';

  test.each<[string, unknown, object | undefined]>([
    ['is none by default', undefined, undefined],
    ['is parsed on the command line, where it is a text', '{"name":"Boundary"}', { name: 'Boundary' }],
    ['can be an ARN', JSON.stringify({ arn }), { arn }],
    ['can be an object in cdk.json', { name: 'Boundary' }, { name: 'Boundary' }],
  ])('%s', (_, context, boundary) => {
    expect(configuredBoundary(context)).toEqual(boundary);
  });

  test.each(['Boundary', '{"name":""}', '{"nam":"Boundary"}', '{"arn":"Boundary"}', '', 1, null])(
    'is refused if it names no policy: %j',
    (context) => {
      expect(() => configuredBoundary(context)).toThrow(
        expect.objectContaining({
          code: 'invalid_configuration',
          message: expect.stringContaining(`use -c @aws-cdk/core:permissionsBoundary='{"name":"POLICY"}'`),
        }),
      );
    },
  );
});
