import { describe, expect, test } from '@jest/globals';
import { failure, resolved } from './resolved.ts';
import { templateOf } from './template-file.ts';

describe('parameters', () => {
  const withParameter = (parameter: object) => resolved({ Ref: 'P' }, { Parameters: { P: parameter } });

  test('give their default', () => {
    expect(withParameter({ Type: 'String', Default: 'x' })).toBe('x');
  });

  test.each([
    ['without a default', { Type: 'String' }],
    ['whose value is in SSM', { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/name' }],
  ])('%s are refused where they are used', (_, parameter) => {
    expect(failure(() => withParameter(parameter))).toMatchObject({ code: 'missing_parameter' });
  });

  test('that are not used need no value', () => {
    const Parameters = { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/v' } };
    expect(templateOf({ Parameters, Rules: {}, Resources: {} }).resources).toEqual([]);
  });
});
