import { describe, expect, test } from '@jest/globals';
import { createDecider, decide, statementsOf } from '../../iam/policy.ts';

const table = 'arn:aws:dynamodb:r:1:table/A';
const policy = (...Statement: object[]) => statementsOf({ Version: '2012-10-17', Statement }, 'Test');
const allow = (Action: unknown, Resource: unknown = '*') => ({ Effect: 'Allow', Action, Resource });
const deny = (Action: unknown, Resource: unknown = '*') => ({ Effect: 'Deny', Action, Resource });

const decideWith = (decider: ReturnType<typeof createDecider>) => (key?: string) =>
  decider('dynamodb:GetItem', table, key);

describe('decide', () => {
  test('allows what a statement allows, on its resources alone', () => {
    const statements = policy(allow(['dynamodb:GetItem', 'dynamodb:Q*'], [table, `${table}/index/*`]));
    expect(decide(statements, 'dynamodb:GetItem', table)).toBe('allowed');
    expect(decide(statements, 'dynamodb:Query', `${table}/index/i`)).toBe('allowed');
    expect(decide(statements, 'dynamodb:PutItem', table)).toBe('implicit_deny');
    expect(decide(statements, 'dynamodb:GetItem', 'arn:aws:dynamodb:r:1:table/B')).toBe('implicit_deny');
  });

  test('denies without any statement', () => {
    expect(decide([], 'dynamodb:GetItem', table)).toBe('implicit_deny');
  });

  test('needs the action and the resource in the same statement', () => {
    const statements = policy(
      allow('dynamodb:GetItem', 'arn:aws:dynamodb:r:1:table/B'),
      allow('dynamodb:PutItem', table),
    );
    expect(decide(statements, 'dynamodb:GetItem', table)).toBe('implicit_deny');
  });

  test.each([
    ['before', [deny('dynamodb:*', table), allow('*')]],
    ['after', [allow('*'), deny('dynamodb:*', table)]],
  ])('a deny overrides an allow %s it', (_, statements) => {
    expect(decide(policy(...statements), 'dynamodb:GetItem', table)).toBe('explicit_deny');
    expect(decide(policy(...statements), 'dynamodb:GetItem', `${table}2`)).toBe('allowed');
  });

  test('a condition on partition keys allows the items that it names, and no request without one', () => {
    const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SECRET#*'] } };
    const statements = policy({ ...allow('dynamodb:GetItem', table), Condition });
    const decider = createDecider(statements);
    for (const ask of [(key?: string) => decide(statements, 'dynamodb:GetItem', table, key), decideWith(decider)]) {
      expect(ask('SECRET#1')).toBe('allowed');
      expect(ask('ACCOUNT#1')).toBe('implicit_deny');
      expect(ask()).toBe('implicit_deny');
    }
  });

  test('a remembered decision is the one that was made', () => {
    const decider = createDecider(policy(allow('dynamodb:GetItem', table)));
    const ask = () => [decider('dynamodb:GetItem', table), decider('dynamodb:PutItem', table)];
    expect(ask()).toEqual(['allowed', 'implicit_deny']);
    expect(ask()).toEqual(['allowed', 'implicit_deny']);
  });
});

describe('statementsOf', () => {
  test('takes one statement without a list', () => {
    expect(statementsOf({ Statement: allow('*') }, 'Test')).toHaveLength(1);
  });

  test('takes the condition that the code of a function calls: the gate sees no other callers', () => {
    const Condition = { Null: { 'lambda:SourceFunctionArn': 'false' } };
    const statements = statementsOf(
      { Statement: [allow('ec2:*'), { ...allow('ec2:*'), Effect: 'Deny', Condition }] },
      'Test',
    );
    expect(decide(statements, 'ec2:CreateNetworkInterface', '*')).toBe('explicit_deny');
  });

  test.each([
    ['Condition', { ...allow('*'), Condition: { Bool: { 'aws:SecureTransport': 'true' } } }],
    ['NotAction', { Effect: 'Allow', NotAction: '*', Resource: '*' }],
    ['NotResource', { Effect: 'Allow', Action: '*', NotResource: '*' }],
    ['Principal', { ...allow('*'), Principal: '*' }],
    ['Effect', { ...allow('*'), Effect: 'Maybe' }],
    ['Resource', { Effect: 'Allow', Action: '*' }],
    ['policy variable', allow('*', `arn:aws:s3:::b/\${aws:username}`)],
  ])('refuses %s, naming whose policy it is', (what, statement) => {
    const message = expect.stringMatching(new RegExp(`policy of Test.*${what}`));
    expect(() => policy(statement)).toThrow(expect.objectContaining({ code: 'unsupported_policy', message }));
  });

  test('leaves out statements about keys of KMS, whatever their conditions: nothing is encrypted with them locally', () => {
    const Condition = { StringEquals: { 'kms:ViaService': 'secretsmanager.eu-central-1.amazonaws.com' } };
    const decrypt = { ...allow('*'), Action: 'kms:Decrypt', Condition };
    expect(statementsOf({ Statement: [decrypt, allow('*')] }, 'Test')).toHaveLength(1);
    expect(() => policy({ ...decrypt, Action: ['kms:Decrypt', 's3:GetObject'] })).toThrow(/Condition/);
  });

  test('refuses what is no policy', () => {
    expect(() => statementsOf('all', 'Test')).toThrow(expect.objectContaining({ code: 'unsupported_policy' }));
  });
});
