import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { onHttpEvents } from '../../lambda/http-event.ts';
import { operate } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { createApi } from '../../src/management-api/app.ts';
import { createPublicApi } from '../../src/management-api/public-app.ts';
import type { PublicApiDeps } from '../../src/management-api/public-operation.ts';
import { hashRecoveryCode } from '../../src/users/typed-codes.ts';
import { eventOf } from '../management-api/api.ts';
import { isNight } from '../support/effort.ts';
import { password, type Session, startUserWorld, type UserWorld } from '../users/user-world.ts';

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld();
});
afterAll(() => world.stop());

/** The process dies at one call to the user pool or one write to Directory: before it, or after it without the answer. */
class Crash {
  #left: number;
  readonly #after: boolean;

  constructor(step: number, after: boolean) {
    this.#left = step;
    this.#after = after;
  }

  /** Whether the process has died. */
  get happened(): boolean {
    return this.#left < 0;
  }

  async #call<T>(run: () => Promise<T>): Promise<T> {
    this.#left -= 1;
    if (this.#left >= 0) return run();
    if (this.#after && this.#left === -1) await run();
    throw new Error('the process died');
  }

  /** The same object, whose named methods can die. */
  into<T extends object>(target: T, names: readonly string[]): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        const bound = value.bind(object);
        if (!names.includes(String(name))) return bound;
        return (...args: unknown[]) => this.#call(() => bound(...args));
      },
    });
  }
}

const poolCalls = ['isPassword', 'find', 'setPassword', 'changeEmail', 'disableSecondFactor', 'signOut'];

type Customer = { readonly email: string; readonly own: Session; readonly thief: Session; readonly code: string };
type Status = (method: string, target: string, json: unknown) => Promise<number>;
type Operation = {
  readonly name: string;
  readonly prepare?: (customer: Customer) => Promise<void>;
  readonly run: (call: Status, customer: Customer) => Promise<number>;
  /** What the customer signs in with afterwards. */
  readonly after?: (customer: Customer) => { readonly email?: string; readonly password?: string };
  readonly endsSessions: boolean;
};

const newPassword = 'another-long-password';

const operations: readonly Operation[] = [
  {
    name: 'POST /v1/account/sign-out',
    run: (call) => call('POST', '/v1/account/sign-out', {}),
    endsSessions: true,
  },
  {
    name: 'POST /v1/account/password',
    run: (call) => call('POST', '/v1/account/password', { currentPassword: password, newPassword }),
    after: () => ({ password: newPassword }),
    endsSessions: true,
  },
  {
    name: 'POST /v1/account/email/confirm',
    prepare: async ({ email, own }) => {
      await world.users.changeEmail(own.accountId, `new-${email}`);
      const Code = await world.pool.code(`new-${email}`);
      await operate(world.pool, 'VerifyUserAttribute', { AccessToken: own.accessToken, AttributeName: 'email', Code });
    },
    run: (call) => call('POST', '/v1/account/email/confirm', {}),
    after: ({ email }) => ({ email: `new-${email}` }),
    endsSessions: true,
  },
  {
    name: 'POST /v1/recover',
    run: (call, { email, code }) => call('POST', '/v1/recover', { email, password, code }),
    endsSessions: true,
  },
  {
    name: 'POST /v1/account/second-factor/disable',
    run: (call) => call('POST', '/v1/account/second-factor/disable', { password }),
    endsSessions: false,
  },
  {
    name: 'POST /v1/account/recovery-codes',
    run: (call) => call('POST', '/v1/account/recovery-codes', { password }),
    endsSessions: false,
  },
];

let count = 0;
async function newCustomer(): Promise<Customer> {
  count += 1;
  const email = `customer${count}@b.example`;
  const own = await world.becomeCustomer(email);
  const code = '4k7qd-9xw2m';
  await world.directory.update({
    key: { pk: `ACCOUNT#${own.accountId}`, sk: 'ACCOUNT' },
    update: 'SET recoveryCodes = :codes',
    values: { ':codes': [hashRecoveryCode(own.accountId, code)] },
  });
  return { email, own, thief: await world.sessionOf(email), code };
}

/** Both APIs in a process that dies, or one that does not. */
function processOf({ own }: Customer, crash?: Crash): Status {
  const users = crash?.into(world.users, poolCalls) ?? world.users;
  const directory = crash?.into(world.directory, ['transact']) ?? world.directory;
  const deps = { ...world.api.deps, users, directory };
  const publicDeps: PublicApiDeps = {
    ...deps,
    leaks: { byHolder: 'off', gitHub: undefined },
    sendMail: async () => {},
    onLimit: () => {},
  };
  const [api, publicApi] = [onHttpEvents(createApi(deps)), onHttpEvents(createPublicApi(publicDeps))];
  return async (method, target, json) => {
    const handler = target === '/v1/recover' ? publicApi : api;
    return (await handler(eventOf(own.claims, method, target, { json }))).statusCode ?? 0;
  };
}

// After a call, everything is as before the next one. At night both are tried.
const moments: readonly (readonly [string, boolean])[] = [
  ['after', true],
  ...(isNight ? [['before', false] as const] : []),
];

describe.each(operations)('$name', ({ prepare, run, after, endsSessions }) => {
  test.each(moments)(
    'can be repeated if the process dies %s any of its calls, and ends as if it had not',
    async (_, late) => {
      for (let step = 0; ; step += 1) {
        // Into the next hour, with its own limits.
        world.forward(3_600_000);
        const customer = await newCustomer();
        await prepare?.(customer);
        const crash = new Crash(step, late);
        const status = await run(processOf(customer, crash), customer);
        expect({ step, status }).toEqual({ step, status: crash.happened ? 500 : expect.any(Number) });
        // A write whose answer was lost has ended the session, or spent the code: then nothing is left to repeat.
        if (crash.happened) expect([200, 201, 401]).toContain(await run(processOf(customer), customer));
        // Without an answer, a sign-in within the same second may still count as one before the end.
        world.forward(1_000);
        const { email = customer.email, password: secret = password } = after?.(customer) ?? {};
        const [own, thief] = await Promise.all(
          [customer.own, customer.thief].map(
            async (session) => (await world.call(session, 'GET', '/v1/account')).status,
          ),
        );
        expect({ step, own, thief }).toEqual(
          endsSessions ? { step, own: 401, thief: 401 } : { step, own: 200, thief: 200 },
        );
        if (endsSessions)
          expect({ step, refreshes: await world.refreshes(customer.thief) }).toEqual({ step, refreshes: false });
        const again = await world.call(await world.sessionOf(email, secret), 'GET', '/v1/account');
        expect(again).toMatchObject({ status: 200, body: { email } });
        const { recoveryCodes } = await findAccount(world.directory, customer.own.accountId);
        expect(recoveryCodes.length % 10).toBe(recoveryCodes.length === 1 ? 1 : 0);
        if (!crash.happened) return expect(step).toBeGreaterThan(1);
      }
    },
  );
});
