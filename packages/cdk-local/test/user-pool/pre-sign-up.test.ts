import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { folderWith } from '../functions/function-code.ts';
import { operate, password, type ServedPool, servePool, signIn, stopPools } from './served-pool.ts';

afterAll(stopPools);

const refused = (__type: string, message: string) => ({
  status: 400,
  body: expect.objectContaining({ __type, message }),
});
const register = (pool: ServedPool, Username: string, more: object = {}) =>
  operate(pool, 'SignUp', { Username, Password: password, ...more });
const invite = (pool: ServedPool, Username: string, more: object = {}) =>
  operate(pool, 'AdminCreateUser', { UserPoolId: pool.poolId, Username, MessageAction: 'SUPPRESS', ...more });

const permission = {
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': ['Check', 'Arn'] },
    Principal: 'cognito-idp.amazonaws.com',
    SourceArn: { 'Fn::GetAtt': ['Pool', 'Arn'] },
  },
};

/** A pool whose users are checked by this module, and the permission to invoke it. */
function changesWith(source: string, others: object = { Permission: permission }) {
  const Check = {
    Type: 'AWS::Lambda::Function',
    Properties: { Code: {}, Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role', Timeout: 60 },
    Metadata: { 'aws:asset:path': `../${basename(folderWith(source))}` },
  };
  const LambdaConfig = { PreSignUp: { 'Fn::GetAtt': ['Check', 'Arn'] } };
  return { pool: { LambdaConfig }, others: { Check, ...others } };
}

const source = `export const handler = async (event) => {
  console.log(JSON.stringify(event));
  const { email } = event.request.userAttributes;
  if (email.endsWith('@elsewhere.example')) throw new Error('Only b.example may sign up');
  if (email.startsWith('odd')) return {};
  if (email.startsWith('friend')) event.response = { ...event.response, autoConfirmUser: true, autoVerifyEmail: true };
  return event;
};`;

const stored = v.object({ UserAttributes: v.array(v.object({ Name: v.string(), Value: v.string() })) });

describe('a pool with a PreSignUp function', () => {
  let pool: ServedPool;
  beforeAll(async () => {
    pool = await servePool({ changes: changesWith(source) });
  });

  test('sends it Cognito’s event for a sign-up', async () => {
    const ValidationData = [{ Name: 'captcha', Value: '1' }];
    const { body } = await register(pool, 'new@b.example', { ValidationData, ClientMetadata: { from: 'test' } });
    expect(JSON.parse(pool.functionLog.at(-1) ?? '')).toEqual({
      version: '1',
      region: 'eu-central-1',
      userPoolId: pool.poolId,
      userName: body.UserSub,
      callerContext: { awsSdkVersion: expect.any(String), clientId: pool.clientId },
      triggerSource: 'PreSignUp_SignUp',
      request: {
        userAttributes: { email: 'new@b.example' },
        validationData: { captcha: '1' },
        clientMetadata: { from: 'test' },
      },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    expect(await pool.code('new@b.example')).toMatch(/^\d{6}$/);
  });

  test('refuses whom the function refuses, with its message, and stores and mails nothing', async () => {
    const mails = pool.mails.length;
    const message = 'PreSignUp failed with error Only b.example may sign up.';
    const refusal = refused('UserLambdaValidationException', message);
    expect(await register(pool, 'me@elsewhere.example')).toMatchObject(refusal);
    expect(await invite(pool, 'me@elsewhere.example')).toMatchObject(refusal);
    expect(pool.mails.length).toBe(mails);
    expect(await signIn(pool, 'me@elsewhere.example')).toMatchObject(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
  });

  test('confirms and verifies whom the function confirms and verifies, without a code', async () => {
    const mails = pool.mails.length;
    const { body } = await register(pool, 'friend@b.example');
    expect(body).toMatchObject({ UserConfirmed: true });
    expect(body).not.toHaveProperty('CodeDeliveryDetails');
    expect(pool.mails.length).toBe(mails);
    expect(await signIn(pool, 'friend@b.example')).toMatchObject({ status: 200 });
    const who = { UserPoolId: pool.poolId, Username: 'friend@b.example' };
    const user = v.parse(stored, JSON.parse((await pool.call('AdminGetUser', who)).body));
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  });

  test('refuses an answer that is not the event', async () => {
    expect(await register(pool, 'odd@b.example')).toMatchObject(
      refused('InvalidLambdaResponseException', 'Unrecognizable lambda output'),
    );
  });

  test('sends the event of an administrator without a client, and ignores the response', async () => {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    expect(await invite(pool, 'friend.2@b.example', { UserAttributes })).toMatchObject({ status: 200 });
    expect(JSON.parse(pool.functionLog.at(-1) ?? '')).toMatchObject({
      triggerSource: 'PreSignUp_AdminCreateUser',
      callerContext: { clientId: 'CLIENT_ID_NOT_APPLICABLE' },
      request: { userAttributes: { email: 'friend.2@b.example', email_verified: 'true' }, validationData: null },
    });
    const { body } = await pool.call('AdminGetUser', { UserPoolId: pool.poolId, Username: 'friend.2@b.example' });
    expect(JSON.parse(body)).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD' });
  });
});

test.each([
  ['no permission', {}],
  [
    'the permission of another pool',
    {
      Permission: {
        ...permission,
        Properties: {
          ...permission.Properties,
          SourceArn: 'arn:aws:cognito-idp:eu-central-1:123456789012:userpool/other',
        },
      },
    },
  ],
  [
    'the permission of another service',
    { Permission: { ...permission, Properties: { ...permission.Properties, Principal: 'apigateway.amazonaws.com' } } },
  ],
])('with %s the function is not invoked, and nobody signs up', async (_case, others) => {
  const pool = await servePool({ changes: changesWith(source, others) });
  const message = 'PreSignUp invocation failed due to error AccessDeniedException.';
  expect(await register(pool, 'new@b.example')).toMatchObject(refused('UnexpectedLambdaException', message));
  expect(pool.functionLog).toEqual([]);
});

test('a function that does not answer within 5 seconds is asked three times', async () => {
  const limits: number[] = [];
  const timer = (milliseconds: number, elapsed: () => void) => {
    limits.push(milliseconds);
    setImmediate(elapsed);
    return () => {};
  };
  const pool = await servePool({ changes: changesWith('export const handler = () => new Promise(() => {});'), timer });
  const message = 'PreSignUp invocation failed due to error Socket timeout while invoking Lambda function.';
  expect(await register(pool, 'new@b.example')).toMatchObject(refused('UnexpectedLambdaException', message));
  expect(limits).toEqual([5_000, 5_000, 5_000]);
});

test('a pool of which only administrators create users refuses a sign-up', async () => {
  const pool = await servePool({ changes: { pool: { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } } } });
  const refusal = refused('NotAuthorizedException', 'SignUp is not permitted for this user pool');
  expect(await register(pool, 'new@b.example')).toMatchObject(refusal);
  expect(await register(pool, 'new@b.example', { Password: 'weak' })).toMatchObject(refusal);
  expect(await invite(pool, 'new@b.example')).toMatchObject({ status: 200 });
});

test('a pool that verifies no address sends no code', async () => {
  const pool = await servePool({ changes: { pool: { AutoVerifiedAttributes: [] } } });
  expect((await register(pool, 'new@b.example')).body).not.toHaveProperty('CodeDeliveryDetails');
  expect(pool.mails).toEqual([]);
});
