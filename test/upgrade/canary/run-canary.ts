import { seededRandom } from '../../../lab/bench/statistics.ts';
import { startWorld, type World } from '../../../lab/chaos/gateway/chaos-world.ts';
import { brokenBy } from '../../../lab/chaos/gateway/gateway-under-chaos.ts';
import { type GatewayFindings, runGateway } from '../../../lab/chaos/gateway/run-gateway.ts';
import { runRevocations } from '../../../lab/chaos/revocation/run-revocations.ts';
import { calm } from '../../support/faults/weather.ts';
import type { ReleasedFunctions } from '../present-functions.ts';
import { CanaryCustomers, type CustomerPair } from './canary-customers.ts';
import { errorsIn, unreadableRows } from './failed-reads.ts';
import { TwoVersions, type Version } from './two-versions.ts';
import { unexcused } from './unexcused.ts';

export type CanaryOptions = {
  readonly seed: number;
  /** Of the last release, by logical id. */
  readonly functions: ReleasedFunctions;
  /** See {@link TwoVersions}. */
  readonly intended: Readonly<Record<string, string>>;
  /** How much is sent. */
  readonly scale: number;
};

/** What a canary has shown. */
export type CanaryFindings = {
  /** What is wrong, a line each; empty if both versions can serve at once, and one after the other. */
  readonly problems: readonly string[];
  readonly served: Readonly<Record<Version, number>>;
  readonly calls: number;
  readonly managementRequests: number;
};

const storm = { dynamoDb: 0.02, upstream: 0.03, spells: 0.25, stream: 0.5, kills: 0.01 };

const [revocations, requestsAlone, requestsOfTheCanary, requestsInTheStorm] = [3, 60, 150, 200];

/**
 * Serves the last release alone, then the present code alone, then both at once and back, in fair weather and then with
 * faults all around. Customers and requests of every kind continue what the other version has written.
 */
export class Canary {
  readonly #options: CanaryOptions;
  readonly #both: TwoVersions;
  readonly #problems: string[] = [];
  #calls = 0;

  constructor(options: CanaryOptions) {
    this.#options = options;
    this.#both = new TwoVersions({ ...options, random: seededRandom(options.seed + 100) });
  }

  async run(): Promise<CanaryFindings> {
    const both = this.#both;
    const { seed } = this.#options;
    const world = await startWorld(seed, { split: both.split, onTemplate: both.prepare, billing: true });
    try {
      this.#problems.push(...both.missing.map((logicalId) => `The present template has no function ${logicalId}.`));
      const customers = new CanaryCustomers(world.running, seed, this.#scaled(1));
      await this.#oneAfterTheOther(world, customers);
      await this.#atOnce(world, customers);
      this.#problems.push(...customers.wrong, ...errorsIn(both.lines));
      await this.#inTheStorm(world);
      this.#problems.push(...unreadableRows(both.lines), ...(await divertedRecords(world)));
      const { requests: managementRequests } = customers;
      return { problems: this.#problems, served: both.served, calls: this.#calls, managementRequests };
    } finally {
      await world.stop();
    }
  }

  /** Each version writes what the other then continues: an upgrade, and a rollback. */
  async #oneAfterTheOther(world: World, customers: CanaryCustomers): Promise<void> {
    const first = await this.#begin(world, customers, 'last');
    const second = await this.#begin(world, customers, 'present');
    await customers.goOn(first);
    this.#both.share = 1;
    await customers.goOn(second);
    await customers.join('after-rollback');
    await world.running.runtime.runScheduled();
  }

  /** One version alone has customers, requests and scheduled jobs: the same as the other. */
  async #begin(world: World, customers: CanaryCustomers, version: Version): Promise<CustomerPair> {
    this.#both.share = version === 'last' ? 1 : 0;
    const pair = await customers.joinPaying(version);
    await this.#send(world, requestsAlone);
    await world.running.runtime.runScheduled();
    return pair;
  }

  /** The traffic moves to the present code, and back. */
  async #atOnce(world: World, customers: CanaryCustomers): Promise<void> {
    const shares = [1, 0.9, 0.5, 0.1, 0, 0.1, 0.5, 0.9, 1];
    const total = this.#scaled(requestsOfTheCanary);
    await this.#send(world, requestsOfTheCanary, (sent) => {
      this.#both.share = shares[Math.floor((sent / total) * shares.length)] ?? 0.5;
    });
    this.#both.share = 0.5;
    await customers.join('third');
    await world.running.runtime.runScheduled();
  }

  async #inTheStorm(world: World): Promise<void> {
    const found = await runGateway(world, {
      seed: this.#options.seed + 1,
      requests: this.#scaled(requestsInTheStorm),
      weather: storm,
    });
    this.#note(found);
    const { admittedAfter } = await runRevocations(world, this.#scaled(revocations), { ...storm, spells: 0 });
    if (admittedAfter > 0) this.#problems.push(`${admittedAfter} requests were admitted after the key was revoked.`);
  }

  async #send(world: World, requests: number, onRequest?: (sent: number) => void): Promise<void> {
    const before = this.#both.lines.length;
    const found = await runGateway(world, {
      seed: this.#options.seed,
      requests: this.#scaled(requests),
      weather: calm,
      ...(onRequest && { onRequest }),
    });
    this.#note(found);
    this.#problems.push(...unexcused(found, this.#both.lines.slice(before)));
  }

  #note(found: GatewayFindings): void {
    this.#calls += found.calls;
    this.#problems.push(...brokenBy(found), ...found.history.slice(0, 5));
  }

  #scaled(count: number): number {
    return Math.ceil(count * this.#options.scale);
  }
}

async function divertedRecords({ running }: World): Promise<string[]> {
  const { buckets, template } = running.runtime;
  const objects = await buckets.objects(template.outputs.FailureBucket ?? '');
  return objects.size === 0
    ? []
    : [`The failure bucket holds ${objects.size} objects: the tally could not read records.`];
}
