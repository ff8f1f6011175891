import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signIn } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { sendSignUpMail } from '../../src/accounts/sign-up-mail.ts';
import { createLog } from '../../src/log.ts';
import { password, startUserWorld, type UserWorld } from '../users/user-world.ts';

let world: UserWorld;
let lines: { event: string; kind: string }[] = [];
const told: string[] = [];
beforeAll(async () => {
  world = await startUserWorld({ selfSignUp: true });
});
afterAll(() => world.stop());
beforeEach(() => {
  lines = [];
  told.length = 0;
});

const log = createLog('debug', (line) => lines.push(JSON.parse(line)));
const send = (email: string, tellCustomer?: (email: string) => Promise<void>) =>
  sendSignUpMail({ users: world.users, tellCustomer, log }, email);
const tell = async (email: string): Promise<void> => void told.push(email);

/** What a code is good for: a new password, or nothing. */
const challengeOf = async (email: string, code: string) => (await signIn(world.pool, email, code)).body.ChallengeName;

describe('the mail of a sign-up', () => {
  test('creates a user with a verified address, and carries the only password: 12 unambiguous characters', async () => {
    await send('new@b.example');
    const code = await world.pool.code('new@b.example');
    expect(code).toMatch(/^[2-9a-hjkmnp-tv-z]{12}$/);
    expect(await challengeOf('new@b.example', code)).toBe('NEW_PASSWORD_REQUIRED');
    const { body } = await world.pool.call('AdminGetUser', {
      UserPoolId: world.pool.poolId,
      Username: 'new@b.example',
    });
    expect(JSON.parse(body).UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  });

  test('has a new code each time; the old one is void', async () => {
    await send('again@b.example');
    await send('again@b.example');
    const codes = [await world.pool.code('again@b.example'), await world.pool.code('again@b.example')];
    expect(codes[0]).not.toBe(codes[1]);
    const challenges = [];
    for (const code of codes) challenges.push(await challengeOf('again@b.example', code));
    expect(challenges).toEqual([undefined, 'NEW_PASSWORD_REQUIRED']);
  });

  test('has a code that works for a day, and not after it; a new mail has one again', async () => {
    await send('late@b.example');
    const code = await world.pool.code('late@b.example');
    world.forward(25 * 3_600_000);
    expect(await challengeOf('late@b.example', code)).toBeUndefined();
    await send('late@b.example');
    expect(await challengeOf('late@b.example', await world.pool.code('late@b.example'))).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('tells a customer by SES that there is an account, and changes nothing', async () => {
    await world.becomeCustomer('known@b.example');
    const mails = world.pool.mails.length;
    await send('known@b.example', tell);
    await send('known@b.example');
    expect(told).toEqual(['known@b.example']);
    expect(lines.map(({ kind }) => kind)).toEqual(['known_address', 'none']);
    expect(world.pool.mails).toHaveLength(mails);
    expect((await signIn(world.pool, 'known@b.example', password)).status).toBe(200);
  });

  test('comes once for concurrent requests that all create the user, and never fails', async () => {
    const email = 'twice@b.example';
    const users = { ...methodsOf(world), find: async () => undefined };
    await Promise.all([1, 2, 3].map(() => sendSignUpMail({ users, tellCustomer: undefined, log }, email)));
    expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['by_another_request', 'by_another_request', 'code']);
    expect(world.pool.mails.filter((mail) => mail.email === email)).toHaveLength(1);
  });

  test.each(['find', 'invite'] as const)('can be repeated after a failure of %s', async (failing) => {
    const Username = `failed-${failing}@b.example`;
    const users = { ...methodsOf(world), [failing]: () => Promise.reject(new Error('lost')) };
    await expect(sendSignUpMail({ users, tellCustomer: tell, log }, Username)).rejects.toThrow('lost');
    await send(Username);
    expect(await challengeOf(Username, await world.pool.code(Username))).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('names no address in the log', async () => {
    await send('private@b.example');
    expect(JSON.stringify(lines)).not.toContain('private');
  });

  test('names no address in a failure, which Lambda logs', async () => {
    const email = 'refused@b.example';
    await world.becomeCustomer(email);
    const refused = async () => Promise.reject(new Error(`Email address is not verified: ${email}`));
    const failure = await send(email, refused).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'sign_up_mail_failed', message: expect.stringContaining('is not verified') });
    expect(inspect(failure, { depth: 9 })).not.toContain(email);
  });
});

const methodsOf = ({ users }: UserWorld) => ({
  find: users.find.bind(users),
  invite: users.invite.bind(users),
  inviteAgain: users.inviteAgain.bind(users),
  delete: users.delete.bind(users),
});
