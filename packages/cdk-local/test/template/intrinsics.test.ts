import { describe, expect, test } from '@jest/globals';
import { failure, fn, resolved } from './resolved.ts';
import { templateWith } from './template-file.ts';

describe('intrinsics', () => {
  const tableArn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/Records';

  test.each([
    ['Ref to a resource', { Ref: 'Records' }, 'Records'],
    ['Fn::GetAtt as a list', { 'Fn::GetAtt': ['Records', 'Arn'] }, tableArn],
    ['Fn::GetAtt as text', { 'Fn::GetAtt': 'Records.Arn' }, tableArn],
    ['Fn::Join', { 'Fn::Join': ['', ['integrations/', { Ref: 'Records' }, 1]] }, 'integrations/Records1'],
    ['Fn::Join of a split', { 'Fn::Join': ['+', { 'Fn::Split': [',', 'a,b'] }] }, 'a+b'],
    ['Fn::Select', { 'Fn::Select': [1, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Records', 'Arn'] }] }] }, 'aws'],
    ['Fn::Select by text', { 'Fn::Select': ['0', ['a', 'b']] }, 'a'],
    ['Fn::Split', { 'Fn::Split': ['|', 'a||b'] }, ['a', '', 'b']],
    ['Fn::Sub', { 'Fn::Sub': `\${Records}/\${Records.Arn}/\${AWS::Region}` }, `Records/${tableArn}/eu-central-1`],
    ['Fn::Sub with variables', { 'Fn::Sub': [`\${a}-\${Records}`, { a: { Ref: 'Role' } }] }, 'Role-Records'],
    ['Fn::Sub with a literal', { 'Fn::Sub': `\${!Records}` }, `\${Records}`],
    ['a property called Ref beside others', { Ref: 'x', other: 1 }, { Ref: 'x', other: 1 }],
    ['nested lists and objects', [{ a: [{ Ref: 'Role' }] }, null, 3], [{ a: ['Role'] }, null, 3]],
    [
      'AWS::NoValue, which leaves the property or element out',
      { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] },
      { b: [1] },
    ],
  ])('%s', (_, value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  test.each([
    ['AWS::AccountId', '123456789012'],
    ['AWS::Partition', 'aws'],
    ['AWS::Region', 'eu-central-1'],
    ['AWS::StackName', 'Test'],
    ['AWS::URLSuffix', 'amazonaws.com'],
  ])('the pseudo parameter %s', (name, expected) => {
    expect(resolved({ Ref: name })).toBe(expected);
  });

  test('a property that is AWS::NoValue is left out', () => {
    expect(templateWith({ Fn: fn({ Value: { Ref: 'AWS::NoValue' } }) }).get('Fn').properties).toEqual({});
  });

  test.each([
    ['Fn::Base64', { 'Fn::Base64': 'a' }],
    ['Fn::ImportValue', { 'Fn::ImportValue': 'a' }],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['a', 'b', 'c'] }],
    ['Fn::Join beside something else', { 'Fn::Join': ['', []], other: 1 }],
  ])('%s is refused, with its path', (_, value) => {
    expect(failure(() => resolved([{ deep: value }]))).toMatchObject({
      code: 'unknown_intrinsic',
      path: 'Resources.Fn.Properties.Value.0.deep',
    });
  });

  test.each([
    ['a resource that is not there', { Ref: 'Nothing' }, 'unknown_reference'],
    ['a resource named like a method of every object', { Ref: 'constructor' }, 'unknown_reference'],
    ['an attribute of a resource that is not there', { 'Fn::GetAtt': ['Nothing', 'Arn'] }, 'unknown_reference'],
    ['an attribute that the type does not have', { 'Fn::GetAtt': ['Records', 'Endpoint'] }, 'unknown_attribute'],
    ['a name in Fn::Sub that is not there', { 'Fn::Sub': `a\${Nothing}` }, 'unknown_reference'],
    ['a pseudo parameter that is not known', { Ref: 'AWS::NotificationARNs' }, 'unknown_reference'],
    ['a list in Fn::Join', { 'Fn::Join': ['', [['a']]] }, 'malformed_intrinsic'],
    ['an index out of range', { 'Fn::Select': [2, ['a']] }, 'malformed_intrinsic'],
    ['an attribute without a name', { 'Fn::GetAtt': 'Records' }, 'malformed_intrinsic'],
  ])('%s is refused, naming the logical id', (_, value, code) => {
    const error = failure(() => resolved(value));
    expect(error).toMatchObject({ code, path: expect.stringMatching(/^Resources\.Fn\.Properties\.Value/) });
    expect(error.message).toContain('Fn');
  });

  test('refuses a name that refers to itself', () => {
    const cycle = { A: fn({ FunctionName: { Ref: 'B' } }), B: fn({ FunctionName: { Ref: 'A' } }) };
    expect(failure(() => templateWith(cycle))).toMatchObject({ code: 'circular_reference' });
  });
});
