import { describe, expect, test } from '@jest/globals';
import type { Mail } from '../../user-pool/mail.ts';
import type { User } from '../../user-pool/users.ts';
import { createVerificationCodes, deliveryTo, type Purpose } from '../../user-pool/verification-codes.ts';
import { definitions } from './pool-template.ts';

const hour = 3_600_000;

function open() {
  let now = 0;
  let user: User = {
    Username: '1',
    Password: 'Correct-horse-1',
    Attributes: [{ Name: 'email', Value: 'a@b.example' }],
    Enabled: true,
    UserStatus: 'UNCONFIRMED',
    RefreshTokens: [],
    UserCreateDate: new Date(0),
    UserLastModifiedDate: new Date(0),
  };
  const [pool] = definitions().pools;
  if (!pool) throw new Error('no pool');
  const messages: Mail[] = [];
  const users = {
    all: async () => [user],
    find: async () => user,
    add: () => Promise.reject(new Error('no user is added')),
    change: async (_pool: object, changed: User, changes: Partial<User>) => {
      user = { ...changed, ...changes };
      return user;
    },
    remove: () => Promise.reject(new Error('no user is removed')),
  };
  const codes = createVerificationCodes({ users, clock: () => now, onMail: (it) => messages.push(it) });
  return {
    send: async (purpose: Purpose, email?: string) => {
      const delivery = await codes.send(pool, user, purpose, email);
      return { delivery, value: messages.at(-1)?.code ?? '' };
    },
    use: (purpose: Purpose, value: string) =>
      codes.use(pool, user, { purpose, value }, (email) => ({ PreferredMfaSetting: email })),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    messages,
    user: () => user,
  };
}

const refusal = (code: string) => expect.objectContaining({ code });
const [expired, mismatch] = [refusal('ExpiredCodeException'), refusal('CodeMismatchException')];

describe('a code', () => {
  test('goes to the user’s address, or to the one given; the answer masks it', async () => {
    const { send, messages } = open();
    expect((await send('sign-up')).delivery.Destination).toBe('a***@b***');
    expect((await send('email', 'new@c.example')).delivery.Destination).toBe('n***@c***');
    expect(messages.map(({ email }) => email)).toEqual(['a@b.example', 'new@c.example']);
    expect(messages.map(({ code }) => code)).toEqual([
      expect.stringMatching(/^\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
    ]);
  });

  test('works once, and returns its data', async () => {
    const { send, use, user } = open();
    const { value } = await send('email', 'new@c.example');
    await use('email', value);
    expect(user()).toMatchObject({ PreferredMfaSetting: 'new@c.example', Codes: {} });
    await expect(use('email', value)).rejects.toEqual(expired);
  });

  test('is good for its purpose alone, and the newest one only', async () => {
    const { send, use } = open();
    const { value: old } = await send('sign-up');
    const { value } = await send('sign-up');
    await expect(use('password', value)).rejects.toEqual(expired);
    await send('password');
    await expect(use('password', value)).rejects.toEqual(mismatch);
    await expect(use('sign-up', old)).rejects.toEqual(mismatch);
    await use('sign-up', value);
  });

  test('stays good after a wrong one, which changes nothing', async () => {
    const { send, use, user } = open();
    const { value } = await send('sign-up');
    await expect(use('sign-up', `${value}0`)).rejects.toEqual(mismatch);
    expect(user().PreferredMfaSetting).toBeUndefined();
    await use('sign-up', value);
  });

  test.each([
    ['sign-up', 24],
    ['email', 24],
    ['password', 1],
  ] as const)('for %s is good for %d hours', async (purpose, hours) => {
    const { send, use, wait } = open();
    const { value } = await send(purpose);
    wait(hours * hour);
    await expect(use(purpose, value)).rejects.toEqual(expired);
    const next = await send(purpose);
    wait(hours * hour - 1);
    await use(purpose, next.value);
  });
});

test.each([
  ['a@b.example', 'a***@b***'],
  ['somebody@mail.example.com', 's***@m***'],
])('%s is masked as %s', (email, masked) => {
  expect(deliveryTo(email)).toEqual({ AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked });
});
