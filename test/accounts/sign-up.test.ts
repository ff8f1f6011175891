import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SignUpPolicy } from '../../src/settings.ts';
import { startUserWorld, type UserWorld } from '../users/user-world.ts';

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  // Into the next hour, so that each test has its own limits.
  world.forward(3_600_000);
  world.mailed.length = 0;
  world.limits.length = 0;
});

const ask = (email: unknown, sourceIp?: string) => world.publicApi()('/v1/sign-up', { email }, sourceIp);

describe('POST /v1/sign-up', () => {
  test('gives the same answer to a new address, an unfinished sign-up and a customer, and asks for a mail to each', async () => {
    await world.becomeCustomer('known@b.example');
    await world.users.invite('unfinished@b.example', 'temporary-password');
    const emails = ['known@b.example', 'unfinished@b.example', 'new@b.example'];
    const answers = await Promise.all(emails.map((email) => ask(email)));
    const { 'x-request-id': _, ...headers } = answers[0]?.headers ?? {};
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 202, body: {}, headers });
    }
    expect(world.mailed.toSorted()).toEqual(emails.toSorted());
  });

  test('writes the address in lower case, because the pool ignores capitals', async () => {
    await ask('Ada@B.Example');
    expect(world.mailed).toEqual(['ada@b.example']);
  });

  test.each([
    ['nothing', undefined],
    ['no text', 7],
    ['no address', 'ada'],
    ['two addresses', 'ada@b.example,eve@b.example'],
    ['a name with it', 'Ada <ada@b.example>'],
    ['a line break', 'ada@b.example\n'],
    ['a domain without a dot', 'ada@localhost'],
    ['a Unicode domain', 'ada@bücher.example'],
    ['a long address', `${'a'.repeat(60)}@${'b.'.repeat(100)}example`],
  ])('refuses %s with 400, and counts nothing', async (_, email) => {
    expect((await ask(email)).body).toMatchObject({ code: 'invalid_request', errors: [{ at: 'body.email' }] });
    expect(world.mailed).toEqual([]);
  });

  test.each<[string, SignUpPolicy, number, number]>([
    ['a closed service refuses everybody', 'closed', 403, 403],
    ['a service for a domain refuses others', { emailDomains: ['b.example'] }, 202, 403],
  ])('%s', async (_, signUp, own, other) => {
    const send = world.publicApi({ settings: { signUp } });
    expect((await send('/v1/sign-up', { email: 'ada@b.example' })).status).toBe(own);
    const refused = await send('/v1/sign-up', { email: 'ada@c.example' });
    expect([refused.status, refused.body.code]).toEqual([other, 'sign_up_refused']);
  });
});

describe('the limits of sign-ups', () => {
  const statuses = async (asked: readonly Promise<{ readonly status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status).toSorted();

  test('are five mails an hour for an address, from wherever and however it is written, in all processes', async () => {
    const [one, other] = [world.publicApi(), world.publicApi()];
    const asked = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? one : other)(
        '/v1/sign-up',
        { email: index % 3 ? 'a@b.example' : 'A@b.example' },
        `192.0.2.${index}`,
      ),
    );
    expect(await statuses(asked)).toEqual([...Array(5).fill(202), ...Array(7).fill(429)]);
    const { headers, body } = await ask('a@b.example');
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    expect(world.mailed).toHaveLength(5);
    world.forward(Number(headers['retry-after']) * 1_000);
    expect((await ask('a@b.example')).status).toBe(202);
  });

  test('are twenty an hour for a network: an IPv6 client has 2⁶⁴ addresses', async () => {
    const asked = Array.from({ length: 25 }, (_, index) => ask(`n${index}@b.example`, `2001:db8:0:7::${index}`));
    expect(await statuses(asked)).toEqual([...Array(20).fill(202), ...Array(5).fill(429)]);
    expect((await ask('other@b.example', '2001:db8:0:8::1')).status).toBe(202);
  });

  test('count junk of a network before it is read, and leave the others their room and the mails of the day', async () => {
    world.forward(86_400_000);
    const send = world.publicApi({ settings: { signUpMailsPerDay: 8 } });
    const junk = await Promise.all(
      Array.from({ length: 60 }, () => send('/v1/sign-up', { email: 'junk' }, '192.0.2.66')),
    );
    expect(junk.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(junk.filter(({ status }) => status === 429)).toHaveLength(40);
    const honest = Array.from({ length: 8 }, (_, index) =>
      send('/v1/sign-up', { email: `honest${index}@b.example` }, `198.51.100.${index}`),
    );
    expect(await statuses(honest)).toEqual(Array(8).fill(202));
  });

  test('refuse a network over its limit from memory', async () => {
    let writes = 0;
    const update: typeof world.directory.update = (...given) => {
      writes += 1;
      return world.directory.update(...given);
    };
    const send = world.publicApi({ directory: { ...world.directory, update } });
    const ask = () => send('/v1/sign-up', { email: 'junk' }, '192.0.2.67');
    for (let tries = 0; tries < 21; tries += 1) await ask();
    expect(writes).toBe(21);
    for (let tries = 0; tries < 100; tries += 1) expect((await ask()).status).toBe(429);
    expect(writes).toBe(21);
    world.forward(3_600_000);
    expect((await ask()).status).toBe(400);
  });

  test('are a twentieth of the mails of a day for a network', async () => {
    // To the start of a day: an hour later, it must be the same one.
    world.forward(86_400_000 - (world.clock() % 86_400_000));
    const send = world.publicApi({ settings: { signUpMailsPerDay: 600 } });
    const ask = (hour: number) =>
      Array.from({ length: 20 }, (_, index) => send('/v1/sign-up', { email: `d${hour}-${index}@b.example` }));
    expect(await statuses(ask(0))).toEqual(Array(20).fill(202));
    world.forward(3_600_000);
    expect(await statuses(ask(1))).toEqual([...Array(10).fill(202), ...Array(10).fill(429)]);
    expect((await send('/v1/sign-up', { email: 'other@b.example' }, '198.51.100.2')).status).toBe(202);
  });

  test('are the setting for all together, and only that one raises the alarm', async () => {
    const send = world.publicApi({ settings: { signUpMailsPerDay: 3 } });
    world.forward(86_400_000);
    const asked = Array.from({ length: 5 }, (_, index) =>
      send('/v1/sign-up', { email: `t${index}@b.example` }, `192.0.2.${index}`),
    );
    expect(await statuses(asked)).toEqual([202, 202, 202, 429, 429]);
    expect(world.limits).toHaveLength(2);
  });

  test('hold back the mail if they cannot be counted', async () => {
    const failing = { ...world.directory, update: () => Promise.reject(new Error('no table')) };
    const { status, body } = await world.publicApi({ directory: failing })('/v1/sign-up', { email: 'ada@b.example' });
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(world.mailed).toEqual([]);
  });

  test('store no address and expire', async () => {
    await ask('secret.address@b.example', '203.0.113.77');
    const written: Record<string, unknown>[] = [];
    const watching = {
      ...world.directory,
      update: (request: Parameters<typeof world.directory.update>[0]) => {
        written.push({ ...request });
        return world.directory.update(request);
      },
    };
    await world.publicApi({ directory: watching })(
      '/v1/sign-up',
      { email: 'secret.address@b.example' },
      '203.0.113.77',
    );
    expect(written).toHaveLength(4);
    expect(JSON.stringify(written)).not.toMatch(/secret|203\.0\.113/);
    for (const { values } of written) {
      const expiresAt = Object(values)[':expiresAt'];
      expect(expiresAt * 1_000).toBeGreaterThan(world.clock());
      expect(expiresAt * 1_000).toBeLessThanOrEqual(world.clock() + 86_401_000);
    }
  });
});
