import { setTimeout as wait } from 'node:timers/promises';
import { picker } from '../../../lab/bench/statistics.ts';
import type { Customer } from '../../support/customer.ts';
import { call, post } from '../../support/rpc.ts';

type LivingKey = {
  readonly keyId: string;
  /** The request that created it. */
  readonly creation: { params: { header: { 'idempotency-key': string } }; body: { name: string } };
  name: string;
  /** Newest first: at most two work. */
  secrets: readonly string[];
  readonly refused: string[];
  isActive: boolean;
};

type Gateway = {
  /** Where calls go. */
  readonly endpoint: string;
  /** Resolves when all calls are in the usage. */
  readonly drained: () => Promise<void>;
};

const changesPerStint = 8;

const maxTries = 4;

/** Of the plan business. */
const maxKeys = 10;

const graceHours = 24;

/**
 * A customer who creates, renames, rotates and revokes keys at random, calls with them, and knows what the gateway must
 * answer. Everything is asked of the management API and the RPC endpoint, whichever version answers: only operations that
 * the last release has.
 */
export class CustomerLife {
  /** What the gateway answered and should not have, a line each. */
  readonly wrong: string[] = [];
  /** Requests to the management API. */
  requests = 0;
  readonly #customer: Customer;
  readonly #gateway: Gateway;
  readonly #random: () => number;
  readonly #keys: LivingKey[] = [];
  #changes = 0;
  #calls = 0;

  constructor(customer: Customer, gateway: Gateway, random: () => number) {
    this.#customer = customer;
    this.#gateway = gateway;
    this.#random = random;
  }

  /** Makes some changes, each followed by calls with every secret of the key. */
  async live(): Promise<void> {
    const [first] = this.#keys;
    if (first) await this.#repeatCreation(first);
    for (let change = 0; change < changesPerStint; change += 1) {
      const key = await this.#change();
      if (key) await this.#callWith(key);
    }
    await this.#compare();
  }

  async #change(): Promise<LivingKey | undefined> {
    const active = this.#keys.filter(({ isActive }) => isActive);
    const [key] = active.length < 2 ? [] : [picker(active, this.#random)()];
    if (!key) return this.#create();
    const draw = this.#random();
    if (draw < 0.3) return this.#create();
    if (draw < 0.5) return this.#rename(key);
    if (draw < 0.8) return this.#rotate(key, draw < 0.65 ? 0 : graceHours);
    return this.#revoke(key);
  }

  async #create(): Promise<LivingKey | undefined> {
    if (this.#keys.filter(({ isActive }) => isActive).length >= maxKeys) return undefined;
    const name = `key ${this.#changes}`;
    const creation = { params: { header: { 'idempotency-key': `creation-${this.#changes}` } }, body: { name } };
    const made = await this.#ask('create', () => this.#customer.client.POST('/v1/keys', creation));
    if (!made) return undefined;
    this.#changes += 1;
    const secrets = [made.secret ?? ''];
    const key = { keyId: made.key.keyId, name, creation, secrets, refused: [], isActive: true };
    this.#keys.push(key);
    await this.#repeatCreation(key);
    return key;
  }

  /** The customer has lost the answer, and sends the request again: nothing is created. */
  async #repeatCreation({ keyId, creation }: LivingKey): Promise<void> {
    const again = await this.#ask('create again', () => this.#customer.client.POST('/v1/keys', creation));
    if (again) this.#expectSame('a repeated creation', [again.key.keyId, again.secret], [keyId, null]);
  }

  async #rename(key: LivingKey): Promise<LivingKey> {
    const name = `renamed ${this.#changes}`;
    const { client } = this.#customer;
    await this.#ask('rename', () => client.PATCH('/v1/keys/{keyId}', { ...pathOf(key), body: { name } }));
    this.#changes += 1;
    key.name = name;
    return key;
  }

  async #rotate(key: LivingKey, hours: number): Promise<LivingKey> {
    const { client } = this.#customer;
    const request = { ...pathOf(key), body: { graceHours: hours } };
    const rotated = await this.#ask('rotate', () => client.POST('/v1/keys/{keyId}/rotate', request));
    this.#changes += 1;
    // While a grace period runs, a rotation replaces the newest secret, and the older one keeps working.
    const kept = hours === 0 ? [] : key.secrets.slice(-1);
    key.refused.push(...key.secrets.filter((secret) => !kept.includes(secret)));
    key.secrets = [rotated?.secret ?? '', ...kept];
    return key;
  }

  async #revoke(key: LivingKey): Promise<LivingKey> {
    const { client } = this.#customer;
    await this.#ask('revoke', () => client.POST('/v1/keys/{keyId}/revoke', pathOf(key)));
    this.#changes += 1;
    key.isActive = false;
    key.refused.push(...key.secrets);
    key.secrets = [];
    return key;
  }

  async #callWith({ name, secrets, refused }: LivingKey): Promise<void> {
    for (const secret of secrets) {
      this.#calls += 1;
      await this.#expectStatus(secret, 200, `a secret of ${name}`);
    }
    for (const secret of refused.slice(-2)) await this.#expectStatus(secret, 403, `an ended secret of ${name}`);
  }

  /** Calls again after a failure, which is not counted: on a busy machine DynamoDB may be too slow. */
  async #expectStatus(secret: string, expected: number, what: string): Promise<void> {
    let status = 500;
    for (let tries = 0; status >= 500 && tries < maxTries; tries += 1) {
      status = (await post(this.#gateway.endpoint, secret, call('getHealth'))).status;
    }
    if (status !== expected) this.wrong.push(`${what}: ${status} instead of ${expected}`);
  }

  /** Holds what the management API shows against what the customer did. */
  async #compare(): Promise<void> {
    const { client } = this.#customer;
    await this.#gateway.drained();
    const listed = await this.#ask('list keys', () => client.GET('/v1/keys'));
    const active = this.#keys.filter(({ isActive }) => isActive);
    this.#expectSame('keys', namesOf(listed?.keys ?? []), namesOf(active));
    const activity = await this.#ask('activity', () =>
      client.GET('/v1/activity', { params: { query: { limit: 100 } } }),
    );
    const changes = activity?.activity.filter(({ action }) => action.startsWith('key_')).length;
    this.#expectSame('changes in the activity', changes, this.#changes);
    const usage = await this.#ask('usage', () => client.GET('/v1/usage', { params: { query: { span: 'hour' } } }));
    this.#expectSame('calls in the usage', usage?.total.outcomes.ok ?? 0, this.#calls);
    await this.#ask('usage by key', () => client.GET('/v1/usage/keys'));
    await this.#ask('requests', () => client.GET('/v1/requests'));
    await this.#ask('networks', () => client.GET('/v1/networks'));
    await this.#ask('account', () => client.GET('/v1/account'));
  }

  #expectSame(what: string, found: unknown, expected: unknown): void {
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    this.wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }

  /** Asks once, and again as long as the account asks too often. */
  async #ask<T>(what: string, ask: () => Promise<{ data?: T; response: Response }>): Promise<T | undefined> {
    this.requests += 1;
    const { data, response } = await ask();
    if (response.status === 429) {
      await wait(Number(response.headers.get('Retry-After') ?? 1) * 1_000);
      return this.#ask(what, ask);
    }
    if (!response.ok) this.wrong.push(`${what}: ${response.status}`);
    return data;
  }
}

const pathOf = ({ keyId }: LivingKey) => ({ params: { path: { keyId } } });

const namesOf = (keys: readonly { readonly keyId: string; readonly name: string }[]): string[] =>
  keys.map(({ keyId, name }) => `${keyId} ${name}`).toSorted();
