import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operate, type ServedPool, servePool, signIn, stopPools } from './served-pool.ts';

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(stopPools);

const create = (Username: string, more: object = {}) =>
  operate(pool, 'AdminCreateUser', {
    UserPoolId: pool.poolId,
    Username,
    DesiredDeliveryMediums: ['EMAIL'],
    ...more,
  });

describe('AdminCreateUser', () => {
  test('sends a temporary password that meets the policy and has to be changed', async () => {
    expect((await create('invited@b.example')).status).toBe(200);
    const password = await pool.code('invited@b.example');
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*-).{12,}$/);
    expect((await signIn(pool, 'invited@b.example', password)).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('refuses an existing user, however the address is written', async () => {
    await create('ann@b.example');
    expect(await create('Ann@B.example')).toMatchObject({ status: 400, body: { __type: 'UsernameExistsException' } });
    expect(await operate(pool, 'AdminGetUser', { UserPoolId: pool.poolId, Username: 'ANN@b.example' })).toMatchObject({
      status: 200,
      body: { UserStatus: 'FORCE_CHANGE_PASSWORD' },
    });
  });

  test.each([
    ['a weak temporary password', { TemporaryPassword: 'weak' }, 'InvalidPasswordException'],
    ['an unknown pool', { UserPoolId: 'us-east-1_other' }, 'ResourceNotFoundException'],
  ])('refuses %s', async (_, more, __type) => {
    expect(await create('refused@b.example', more)).toMatchObject({ status: 400, body: { __type } });
  });
});

test('AdminGetUser does not find an unknown user', async () => {
  const unknown = { UserPoolId: pool.poolId, Username: 'nobody@b.example' };
  expect(await operate(pool, 'AdminGetUser', unknown)).toMatchObject({ body: { __type: 'UserNotFoundException' } });
});
