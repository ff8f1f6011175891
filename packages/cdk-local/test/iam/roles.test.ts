import { describe, expect, test } from '@jest/globals';
import { rolesOf } from '../../iam/roles.ts';
import { templateWith } from '../template/template-file.ts';

const trust = {
  Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
};
const role = (properties: object = {}) => ({
  Type: 'AWS::IAM::Role',
  Properties: { AssumeRolePolicyDocument: trust, ...properties },
});
const allow = (Action: string) => ({ Statement: [{ Effect: 'Allow', Action, Resource: '*' }] });
const basic = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';

function only(resources: object) {
  const [first, ...rest] = rolesOf(templateWith(resources));
  if (!first || rest.length > 0) throw new Error('expected one role');
  return first;
}

describe('rolesOf', () => {
  test('a role may do what its inline policies, its attached policies and its managed policies allow', () => {
    const { decide } = only({
      Role: role({
        Policies: [{ PolicyName: 'own', PolicyDocument: allow('dynamodb:GetItem') }],
        ManagedPolicyArns: [{ 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, basic.slice('arn:aws'.length)]] }],
      }),
      Attached: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyName: 'attached', PolicyDocument: allow('dynamodb:PutItem'), Roles: [{ Ref: 'Role' }] },
      },
      Foreign: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyName: 'foreign', PolicyDocument: allow('dynamodb:Scan'), Roles: ['somebody-else'] },
      },
    });
    const may = (action: string) => decide(action, 'arn:aws:dynamodb:r:1:table/A');
    expect(may('dynamodb:GetItem')).toBe('allowed');
    expect(may('dynamodb:PutItem')).toBe('allowed');
    expect(may('logs:PutLogEvents')).toBe('allowed');
    expect(may('dynamodb:Scan')).toBe('implicit_deny');
  });

  test('a role may do what a managed policy of the template allows', () => {
    const { decide } = only({
      Role: role({ ManagedPolicyArns: [{ Ref: 'Secrets' }] }),
      Secrets: {
        Type: 'AWS::IAM::ManagedPolicy',
        Properties: { PolicyDocument: allow('secretsmanager:GetSecretValue'), Path: '/', Description: 'Reads' },
      },
    });
    expect(decide('secretsmanager:GetSecretValue', 'arn:aws:s:r:1:secret:a')).toBe('allowed');
    expect(decide('secretsmanager:PutSecretValue', 'arn:aws:s:r:1:secret:a')).toBe('implicit_deny');
  });

  test.each([
    [
      'Condition in an inline policy',
      {
        Policies: [
          { PolicyName: 'own', PolicyDocument: { Statement: [{ ...allow('*').Statement[0], Condition: {} }] } },
        ],
      },
      /Role \(own\).*Condition/,
    ],
    [
      'a managed policy that is not known',
      { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] },
      /Role.*AdministratorAccess/,
    ],
  ])('refuses %s, naming the role', (_, properties, message) => {
    expect(() => only({ Role: role(properties) })).toThrow(
      expect.objectContaining({ code: 'unsupported_policy', message: expect.stringMatching(message) }),
    );
  });

  test('refuses a permissions boundary', () => {
    expect(() => only({ Role: role({ PermissionsBoundary: basic }) })).toThrow(
      expect.objectContaining({
        code: 'unsupported_resource',
        message: expect.stringMatching(/Role: PermissionsBound/),
      }),
    );
  });

  test('a policy for users or groups is refused', () => {
    const Properties = { PolicyName: 'p', PolicyDocument: allow('*'), Roles: [], Users: ['u'] };
    expect(() => only({ Role: role(), P: { Type: 'AWS::IAM::Policy', Properties } })).toThrow(
      expect.objectContaining({ code: 'unsupported_resource', message: expect.stringMatching(/P: Users/) }),
    );
  });

  test('each role has an access key id of its own, letters and digits only, the same every time', () => {
    const ids = () => rolesOf(templateWith({ A: role(), B: role() })).map(({ credentials }) => credentials.accessKeyId);
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
    for (const id of ids()) expect(id).toMatch(/^ASIA[A-Z0-9]{16}$/);
  });

  test('the session of a role is named after its function', () => {
    const Fn = { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } };
    expect(only({ Role: role(), Fn }).caller).toBe('arn:aws:sts::123456789012:assumed-role/Role/Fn');
    expect(only({ Role: role() }).caller).toBe('arn:aws:sts::123456789012:assumed-role/Role/local');
  });
});
