import { setTimeout } from 'node:timers/promises';
import { becomeCustomer, type Customer } from '../../../test/support/customer.ts';
import { calm, type Weather } from '../../../test/support/faults/weather.ts';
import { call } from '../../../test/support/rpc.ts';
import { Client } from '../gateway/chaos-requests.ts';
import type { World } from '../gateway/chaos-world.ts';

/** What a run has shown. */
export type RevocationFindings = {
  readonly revocations: number;
  /** Requests that began before the answer to the revocation, and were admitted. */
  readonly before: number;
  /** Requests that began after it, and those of them that were admitted. */
  readonly after: number;
  readonly admittedAfter: number;
};

/** Requests of a key under way at once. */
const load = 8;

/** Requests that must have been admitted before the key is revoked, and that are begun after it. */
const warm = 8;
const late = 16;

/** No revocation of a healthy gateway needs as many tries in the worst of weathers. */
const maxTries = 50;

/** An account creates a limited number of keys a day, and a try that failed may have created one. */
const revocationsOfCustomer = 40;

/** Revokes one key after another under full load, through the management API. */
export async function runRevocations(world: World, revocations: number, weather: Weather): Promise<RevocationFindings> {
  const client = new Client();
  const findings = { revocations: 0, before: 0, after: 0, admittedAfter: 0 };
  let customer: Customer | undefined;
  for (let round = 0; round < revocations; round += 1) {
    if (!customer || round % revocationsOfCustomer === 0) {
      world.turn(calm);
      customer = await newCustomer(world, `revoker-${revocations}-${round}@example.com`);
      world.turn(weather);
    }
    const found = await revokeUnderLoad(world, customer, client);
    findings.revocations += 1;
    findings.before += found.before;
    findings.after += found.after;
    findings.admittedAfter += found.admittedAfter;
  }
  world.turn(calm);
  client.close();
  return findings;
}

async function newCustomer({ running }: World, email: string): Promise<Customer> {
  const customer = await becomeCustomer(running, email);
  await customer.client.GET('/v1/account');
  await running.assignPlan(customer.accountId, 'business');
  return customer;
}

async function revokeUnderLoad({ running }: World, { client: api }: Customer, client: Client) {
  const made = await insist(() => api.POST('/v1/keys', { body: { name: 'to be revoked' } }));
  const found = { before: 0, after: 0, admittedAfter: 0 };
  let isWarm = () => {};
  const warmed = new Promise<void>((resolve) => {
    isWarm = resolve;
  });
  let revoked = false;
  const worker = async () => {
    while (found.after < late) {
      const isAfter = revoked;
      if (isAfter) found.after += 1;
      const answer = await client
        .post(running.runtime.endpoints.devnet ?? '', made.secret ?? '', call('getSlot'))
        .catch(() => undefined);
      // The proxy only answers requests that the authorizer has admitted.
      const admitted = answer?.headers['x-request-id'] !== undefined;
      if (admitted && isAfter) found.admittedAfter += 1;
      if (admitted && !isAfter) found.before += 1;
      if (found.before >= warm) isWarm();
    }
  };
  const workers = Array.from({ length: load }, worker);
  await warmed;
  await insist(() => api.POST('/v1/keys/{keyId}/revoke', { params: { path: { keyId: made.key.keyId } } }));
  revoked = true;
  await Promise.all(workers);
  return found;
}

/** Asks until the answer is a success. */
async function insist<T>(ask: () => Promise<{ data?: T; response: Response }>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { data, response } = await ask();
    if (data !== undefined) return data;
    // Revocations come as fast as they go, and faster than an account may ask for them.
    await setTimeout(Number(response.headers.get('Retry-After') ?? 0) * 1_000);
  }
  throw new Error('The management API does not answer.');
}
