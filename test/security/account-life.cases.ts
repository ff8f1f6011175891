import { expect, test } from '@jest/globals';
import { accountItemKey } from '../../src/directory/directory-items.ts';
import { dayMs } from '../../src/time.ts';
import { userOf } from '../accounts/take-over/sign-in.ts';
import { call, post } from '../support/rpc.ts';
import { type Doors, doorsOf, enrol, register, signIn, tokensOf } from './doors.ts';
import type { World } from './security-world.ts';

const first = { email: 'life@example.com', password: 'correct-horse-1' };
const moved = { email: 'another.life@example.com', password: first.password };
const last = { email: moved.email, password: 'correct-horse-2' };

async function changeAddress(doors: Doors): Promise<void> {
  const { IdToken: token, AccessToken } = await tokensOf(doors, first);
  const asked = await doors.api('PUT', '/v1/account/email', { token, body: moved });
  expect(asked.status).toBe(202);
  const Code = await doors.mailedCode(moved.email);
  const proof = await doors.pool('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });
  expect(proof.status).toBe(200);
  expect((await doors.api('POST', '/v1/account/email/confirm', { token, body: {} })).status).toBe(200);
  expect((await doors.api('GET', '/v1/account', { token })).status).toBe(401);
}

async function changePassword(doors: Doors): Promise<void> {
  const { IdToken: token } = await tokensOf(doors, moved);
  const body = { currentPassword: moved.password, newPassword: last.password };
  expect((await doors.api('POST', '/v1/account/password', { token, body })).status).toBe(200);
  expect((await signIn(doors, moved)).status).toBe(400);
}

async function turnFactorOnAndOff(doors: Doors): Promise<void> {
  const { IdToken: token, AccessToken } = await tokensOf(doors, last);
  await enrol(doors, AccessToken);
  const body = { password: last.password };
  expect((await doors.api('POST', '/v1/account/second-factor/disable', { token, body })).status).toBe(200);
  expect((await doors.api('POST', '/v1/account/sign-out', { token, body: {} })).status).toBe(200);
}

/** Over the whole local stack, where each function has only its own grants. */
export function accountLifeCases(running: () => World): void {
  test('a customer changes address, password and second factor, reads with a key, and leaves', async () => {
    const world = running();
    const doors = doorsOf(world);
    const { api } = doors;
    // Through the dashboard's distribution, which proves itself to the API.
    await register({ ...doors, api: doors.dashboard }, first);
    expect(
      (await doors.dashboard('GET', '/v1/account', { token: (await tokensOf(doors, first)).IdToken })).status,
    ).toBe(200);
    await changeAddress(doors);
    await changePassword(doors);
    await turnFactorOnAndOff(doors);
    const { IdToken: token } = await tokensOf(doors, last);
    const key = (await api('POST', '/v1/keys', { token, body: { name: 'mine' } })).body.secret ?? '';
    expect((await api('GET', '/v1/networks', { token })).status).toBe(200);
    expect((await post(doors.endpoint, key, call('getHealth'))).status).toBe(200);
    await world.local.runtime.drained();
    expect((await api('GET', '/v1/key', { key })).status).toBe(200);
    expect((await api('POST', '/v1/account/delete', { token, body: last })).status).toBe(200);
    expect((await post(doors.endpoint, key, call('getHealth'))).status).toBe(403);
    expect((await api('GET', '/v1/key', { key })).status).toBe(403);
    expect((await signIn(doors, last)).status).toBe(400);
    // The address can register again.
    await register(doors, last);
  });

  test('the sweep ends the keys of a user who is gone, and finishes a deletion', async () => {
    const { local } = running();
    const doors = doorsOf(running());
    const customer = async (email: string) => {
      const { IdToken: token, AccessToken } = await register(doors, { ...first, email });
      const key = (await doors.api('POST', '/v1/keys', { token, body: { name: 'left' } })).body.secret ?? '';
      return { AccessToken, key, item: accountItemKey(userOf(token)) };
    };
    const change = (key: ReturnType<typeof accountItemKey>, name: string, value: unknown) =>
      local.directory.update({
        key,
        update: 'SET #name = :value',
        names: { '#name': name },
        values: { ':value': value },
      });
    const [gone, leaving] = [await customer('gone@example.com'), await customer('leaving@example.com')];
    expect((await doors.pool('DeleteUser', { AccessToken: gone.AccessToken })).status).toBe(200);
    // It leaves new accounts alone.
    await change(gone.item, 'createdAt', Date.now() - 2 * dayMs);
    // As after a crash in the middle.
    await change(leaving.item, 'state', 'deleting');
    await local.runtime.runScheduled();
    for (const { key } of [gone, leaving])
      expect((await post(doors.endpoint, key, call('getHealth'))).status).toBe(403);
    expect((await signIn(doors, { ...first, email: 'leaving@example.com' })).status).toBe(400);
  });
}
