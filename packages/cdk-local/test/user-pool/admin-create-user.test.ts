import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operate, password, type ServedPool, servePool, signIn, signUp, stopPools } from './served-pool.ts';

const day = 24 * 60 * 60 * 1_000;

let pool: ServedPool;
beforeAll(async () => {
  const Policies = { PasswordPolicy: { MinimumLength: 12, TemporaryPasswordValidityDays: 1 } };
  const InviteMessageTemplate = { EmailSubject: 'Welcome', EmailMessage: 'Your code is {####}, {username}.' };
  pool = await servePool({ changes: { pool: { Policies, AdminCreateUserConfig: { InviteMessageTemplate } } } });
});
afterAll(stopPools);

const create = (Username: string, more: object = {}) =>
  operate(pool, 'AdminCreateUser', {
    UserPoolId: pool.poolId,
    Username,
    DesiredDeliveryMediums: ['EMAIL'],
    ...more,
  });
const resend = (Username: string, more: object = {}) => create(Username, { MessageAction: 'RESEND', ...more });
const refused = (__type: string, message: unknown = expect.anything()) => ({ status: 400, body: { __type, message } });

describe('AdminCreateUser', () => {
  test('mails a temporary password with the template’s invitation, which has to be changed', async () => {
    const { body } = await create('invited@b.example', { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] });
    expect(body).toMatchObject({ User: { UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true } });
    const code = await pool.code('invited@b.example');
    expect(pool.mails.at(-1)).toMatchObject({ subject: 'Welcome', body: `Your code is ${code}, invited@b.example.` });
    expect(code).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*-).{12,}$/);
    expect((await signIn(pool, 'invited@b.example', code)).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('takes the temporary password that is given', async () => {
    await create('given@b.example', { TemporaryPassword: 'twelve letters' });
    expect(await pool.code('given@b.example')).toBe('twelve letters');
    expect((await signIn(pool, 'given@b.example', 'twelve letters')).status).toBe(200);
  });

  test.each([
    ['with SUPPRESS', { MessageAction: 'SUPPRESS' }],
    ['unless email is asked for, because the default is a text message', { DesiredDeliveryMediums: undefined }],
  ])('sends nothing %s', async (_, more) => {
    const mails = pool.mails.length;
    expect((await create(`quiet-${Object.keys(more)}@b.example`, more)).status).toBe(200);
    expect(pool.mails.length).toBe(mails);
  });

  test('refuses an existing user, however the address is written', async () => {
    await create('ann@b.example');
    expect(await create('Ann@B.example')).toMatchObject(refused('UsernameExistsException'));
    await signUp(pool, 'bob@b.example');
    expect(await create('bob@b.example')).toMatchObject(refused('UsernameExistsException'));
  });

  test.each([
    ['a weak temporary password', { TemporaryPassword: 'weak' }, 'InvalidPasswordException'],
    ['an unknown pool', { UserPoolId: 'us-east-1_other' }, 'ResourceNotFoundException'],
    ['a medium that does not exist', { DesiredDeliveryMediums: ['PIGEON'] }, 'InvalidParameterException'],
  ])('refuses %s', async (_, more, __type) => {
    expect(await create('refused@b.example', more)).toMatchObject({ status: 400, body: { __type } });
  });
});

describe('AdminCreateUser with RESEND', () => {
  test('replaces the temporary password and starts its time again', async () => {
    await create('again@b.example', { TemporaryPassword: 'the first code' });
    await pool.code('again@b.example');
    pool.putForward(day - 1_000);
    expect((await resend('Again@b.example', { TemporaryPassword: 'the second code' })).status).toBe(200);
    expect(await pool.code('again@b.example')).toBe('the second code');
    pool.putForward(2_000);
    const wrong = refused('NotAuthorizedException', 'Incorrect username or password.');
    expect(await signIn(pool, 'again@b.example', 'the first code')).toMatchObject(wrong);
    expect((await signIn(pool, 'again@b.example', 'the second code')).status).toBe(200);
    pool.putForward(day);
    expect(await signIn(pool, 'again@b.example', 'the second code')).toMatchObject(
      refused('NotAuthorizedException', 'Temporary password has expired and must be reset by an administrator.'),
    );
  });

  test('is for users who have not finished', async () => {
    expect(await resend('nobody@b.example')).toMatchObject(refused('UserNotFoundException'));
    await signUp(pool, 'finished@b.example');
    expect(await resend('finished@b.example')).toMatchObject(refused('UnsupportedUserStateException'));
    expect((await signIn(pool, 'finished@b.example', password)).status).toBe(200);
  });
});
