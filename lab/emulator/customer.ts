import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { becomeCustomer, type Customer } from '../../test/support/customer.ts';
import { expect } from './report.ts';

type Outputs = Readonly<Record<string, string>>;

/** Signs up at a deployed stage, with the code of the mail that the emulator keeps. */
export function signUp(emulator: string, { ApiUrl = '', UserPoolClientId = '' }: Outputs): Promise<Customer> {
  const confirmationCode = (email: string) =>
    until(
      () => `a mail to ${email}`,
      () => codeFor(emulator, email),
    );
  const userPool = { url: emulator, clientId: UserPoolClientId };
  return becomeCustomer({ runtime: { userPool, confirmationCode, apiUrl: ApiUrl } }, 'ann@example.com');
}

const mails = v.object({
  messages: v.record(v.string(), v.array(v.object({ To: v.array(v.string()), BodyText: v.string() }))),
});

async function codeFor(emulator: string, email: string): Promise<string | undefined> {
  const answer = await fetch(`${emulator}/_ministack/ses/messages`);
  const sent = Object.values(v.parse(mails, await answer.json()).messages).flat();
  const text = sent.find(({ To }) => To.includes(email))?.BodyText ?? '';
  return / is (\w+)\. /.exec(text)?.[1];
}

/** What the dashboard does for a customer. */
export function customerActions({ client }: Customer) {
  return {
    createKey: async (name: string) => {
      const { data } = await client.POST('/v1/keys', { params: { header: {} }, body: { name } });
      return { keyId: data?.key.keyId ?? '', secret: data?.secret ?? '' };
    },
    revoke: async (keyId: string) => {
      const { response } = await client.POST('/v1/keys/{keyId}/revoke', { params: { path: { keyId } } });
      expect('the key is revoked', response.status, 200);
    },
    names: async () => (await client.GET('/v1/keys')).data?.keys.map(({ name }) => name),
    /** Waits for the tally, which counts a call within seconds. */
    expectUsage: async (expected: Readonly<Record<string, number>>) => {
      let found: unknown;
      const counted = await until(
        () => JSON.stringify(found),
        async () => {
          found = (await client.GET('/v1/usage', { params: { query: { span: 'hour' } } })).data?.total.outcomes;
          return isDeepStrictEqual(found, expected) ? found : undefined;
        },
      );
      expect('the usage', counted, expected);
    },
  };
}

/** @throws if there is none within a minute */
async function until<T>(last: () => string, find: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await wait(250);
  }
  throw new Error(`It did not come within a minute: ${last()}.`);
}
