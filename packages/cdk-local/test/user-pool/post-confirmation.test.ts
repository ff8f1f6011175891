import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { folderWith } from '../functions/function-code.ts';
import { operate, password, type ServedPool, servePool, signIn, signUp, stopPools, tokensOf } from './served-pool.ts';

afterAll(stopPools);

// It fails for a user of c.example, and calls the pool for one of d.example, as a function on AWS may.
const source = `export const handler = async (event) => {
  console.log(JSON.stringify(event));
  const { email } = event.request.userAttributes;
  if (email.endsWith('@c.example')) throw new Error('no');
  if (email.endsWith('@d.example')) await fetch(process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER, { method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminUserGlobalSignOut' },
    body: JSON.stringify({ UserPoolId: event.userPoolId, Username: event.userName }) });
  return event;
};`;

const getAtt = (...names: string[]) => ({ 'Fn::GetAtt': names });
const changesWith = (source: string, permission: object = {}) => ({
  pool: { LambdaConfig: { PostConfirmation: getAtt('Confirmed', 'Arn') } },
  others: {
    Confirmed: {
      Type: 'AWS::Lambda::Function',
      Properties: { Code: {}, Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role' },
      Metadata: { 'aws:asset:path': `../${basename(folderWith(source))}` },
    },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: getAtt('Confirmed', 'Arn'),
        Principal: 'cognito-idp.amazonaws.com',
        SourceArn: getAtt('Pool', 'Arn'),
        ...permission,
      },
    },
  },
});

describe('a pool with a PostConfirmation function', () => {
  let pool: ServedPool;
  beforeAll(async () => {
    pool = await servePool({ changes: changesWith(source) });
  });
  const reset = async (Username: string) => {
    await operate(pool, 'ForgotPassword', { Username });
    const ConfirmationCode = await pool.code(Username);
    return operate(pool, 'ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'Another-horse-2' });
  };
  const event = (line: number) => JSON.parse(pool.functionLog.at(line) ?? '{}');

  test('sends it Cognito’s event after a sign-up and after a reset password', async () => {
    await signUp(pool, 'ada@b.example');
    await reset('ada@b.example');
    expect(event(0)).toEqual({
      version: '1',
      region: 'eu-central-1',
      userPoolId: pool.poolId,
      userName: expect.stringMatching(/^[\da-f-]{36}$/),
      callerContext: { awsSdkVersion: expect.any(String), clientId: pool.clientId },
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: {
        userAttributes: {
          sub: expect.any(String),
          'cognito:user_status': 'CONFIRMED',
          email: 'ada@b.example',
          email_verified: 'true',
        },
      },
      response: {},
    });
    expect(event(1)).toMatchObject({ triggerSource: 'PostConfirmation_ConfirmForgotPassword' });
    expect((await signIn(pool, 'ada@b.example', 'Another-horse-2')).status).toBe(200);
  });

  test('answers with its error, but the user is confirmed', async () => {
    await operate(pool, 'SignUp', { Username: 'bob@c.example', Password: password });
    const ConfirmationCode = await pool.code('bob@c.example');
    expect(await operate(pool, 'ConfirmSignUp', { Username: 'bob@c.example', ConfirmationCode })).toMatchObject({
      status: 400,
      body: { __type: 'UserLambdaValidationException', message: 'PostConfirmation failed with error no.' },
    });
    expect((await signIn(pool, 'bob@c.example')).status).toBe(200);
  });

  test('lets it call the pool, such as to end the user’s sign-ins', async () => {
    await signUp(pool, 'eve@d.example');
    const { RefreshToken } = await tokensOf(pool, 'eve@d.example');
    expect((await reset('eve@d.example')).status).toBe(200);
    expect((await operate(pool, 'GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400);
  });
});

describe('a function that cannot tell how it ended', () => {
  const confirm = async (pool: ServedPool, Username = 'new@b.example') => {
    await operate(pool, 'SignUp', { Username, Password: password });
    return (await operate(pool, 'ConfirmSignUp', { Username, ConfirmationCode: await pool.code(Username) })).body;
  };
  const failed = (reason: string) => `PostConfirmation invocation failed due to error ${reason}.`;

  test.each([
    ['another pool', { SourceArn: 'arn:aws:cognito-idp:eu-central-1:123456789012:userpool/other' }],
    ['another service', { Principal: 'apigateway.amazonaws.com' }],
  ])('is not invoked with the permission of %s', async (_case, permission) => {
    const pool = await servePool({ changes: changesWith(source, permission) });
    const message = failed('AccessDeniedException');
    expect(await confirm(pool)).toMatchObject({ __type: 'UnexpectedLambdaException', message });
    expect(pool.functionLog).toEqual([]);
  });

  test('within 5 seconds is invoked three times', async () => {
    const limits: number[] = [];
    const timer = (milliseconds: number, elapsed: () => void) => {
      limits.push(milliseconds);
      setImmediate(elapsed);
      return () => {};
    };
    const pool = await servePool({
      changes: changesWith('export const handler = () => new Promise(() => {});'),
      timer,
    });
    const message = failed('Socket timeout while invoking Lambda function');
    expect(await confirm(pool)).toMatchObject({ __type: 'UnexpectedLambdaException', message });
    expect(limits).toEqual([5_000, 5_000, 5_000]);
  });

  test('in an event fails the operation', async () => {
    const pool = await servePool({ changes: changesWith('export const handler = async () => ({});') });
    const message = 'Unrecognizable lambda output';
    expect(await confirm(pool)).toMatchObject({ __type: 'InvalidLambdaResponseException', message });
  });
});
