import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Gate, startGate } from '../../gate.ts';
import { failureAnswer, successAnswer, UserPoolError } from '../../user-pool/user-pool-answer.ts';
import { clientOptions, denied, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const poolArn = (id: string) => `arn:aws:cognito-idp:${testLocation.region}:${testLocation.accountId}:userpool/${id}`;
const template = templateWith({
  Reader: role(['Allow', ['cognito-idp:AdminGetUser'], poolArn('eu-central-1_a')]),
  Admin: role(['Allow', '*', '*']),
});

const calls: unknown[] = [];
let gate: Gate;
beforeAll(async () => {
  const call = async (operation: string, input: unknown) => {
    calls.push([operation, input]);
    const unknown = new UserPoolError('UserNotFoundException', 'User does not exist.');
    return operation === 'ListUsers' ? successAnswer({ Users: [] }) : failureAnswer(unknown);
  };
  gate = await startGate({ template, ...noServices, userPools: Promise.resolve({ call }) });
});
afterAll(() => gate.stop());

const client = (logicalId: string) => new CognitoIdentityProviderClient(clientOptions(gate, logicalId));
const find = (logicalId: string, UserPoolId: string) =>
  client(logicalId).send(new AdminGetUserCommand({ UserPoolId, Username: 'ada@b.example' }));

describe('Cognito, for functions', () => {
  test('carries out an operation that the role may use on the pool, and passes on its errors', async () => {
    await expect(find('Reader', 'eu-central-1_a')).rejects.toMatchObject({ name: 'UserNotFoundException' });
    expect(calls).toEqual([['AdminGetUser', { UserPoolId: 'eu-central-1_a', Username: 'ada@b.example' }]]);
  });

  test('refuses another pool and another operation', async () => {
    await expect(find('Reader', 'eu-central-1_b')).rejects.toMatchObject(
      denied('Reader/local', 'cognito-idp:AdminGetUser', poolArn('eu-central-1_b')),
    );
    await expect(client('Reader').send(new ListUsersCommand({ UserPoolId: 'eu-central-1_a' }))).rejects.toMatchObject(
      denied('Reader/local', 'cognito-idp:ListUsers', poolArn('eu-central-1_a')),
    );
    expect(calls).toHaveLength(1);
  });

  test('is not the way for users: their operations are not signed', async () => {
    const signUp = new SignUpCommand({ ClientId: 'client', Username: 'ada@b.example', Password: 'Correct-horse-1' });
    await expect(client('Admin').send(signUp)).rejects.toThrow('missing Authentication Token');
  });

  test.each([
    ['an operation of users', 'AWSCognitoIdentityProviderService.SignUp', '{}', 'UnknownOperationException'],
    ['no pool', 'AWSCognitoIdentityProviderService.AdminGetUser', '{}', 'ValidationException'],
  ])('refuses %s', async (_, target, body, type) => {
    const answer = await send(gate, { target, body, authorization: signed(gate, 'Admin', 'cognito-idp') });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining(type) });
  });
});
