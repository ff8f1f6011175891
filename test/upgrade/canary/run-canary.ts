import { seededRandom } from '../../../lab/bench/statistics.ts';
import { startWorld, type World } from '../../../lab/chaos/gateway/chaos-world.ts';
import { brokenBy } from '../../../lab/chaos/gateway/gateway-under-chaos.ts';
import { type GatewayFindings, runGateway } from '../../../lab/chaos/gateway/run-gateway.ts';
import { runRevocations } from '../../../lab/chaos/revocation/run-revocations.ts';
import { accountItemKey } from '../../../src/directory/directory-items.ts';
import { calm } from '../../support/faults/weather.ts';
import { call, post } from '../../support/rpc.ts';
import type { ReleasedFunction } from '../release-snapshot.ts';
import type { IntendedChanges } from '../templates/kept-resources.ts';
import { CanaryCustomers, type CustomerPair } from './canary-customers.ts';
import { errorsIn, unreadableRows } from './failed-reads.ts';
import { compareShapes, readShapes } from './row-shapes.ts';
import { type KindTraffic, missedKinds, RowTraffic } from './row-traffic.ts';
import { TwoVersions } from './two-versions.ts';
import { unexcused } from './unexcused.ts';
import type { Version } from './versions.ts';

export type CanaryOptions = {
  readonly seed: number;
  /** Of the last release, by logical id. */
  readonly functions: Readonly<Record<string, ReleasedFunction>>;
  /** See {@link TwoVersions}. */
  readonly presentFolder?: (asset: string) => string;
  readonly intended?: IntendedChanges;
  /** See next-release.ts. */
  readonly noLongerStored?: Readonly<Record<string, string>>;
  /** How much is sent. */
  readonly scale?: number;
};

/** What a canary has shown. */
export type CanaryFindings = {
  /** What is wrong, a line each; empty if both versions can serve at once, and one after the other. */
  readonly problems: readonly string[];
  /** Attributes that only the present code stores, such as `Records: "region"`. */
  readonly newAttributes: readonly string[];
  /** Kinds of rows whose attributes were compared: each version alone has written some. */
  readonly compared: readonly string[];
  readonly served: Readonly<Record<Version, number>>;
  readonly kinds: ReadonlyMap<string, KindTraffic>;
  readonly requests: number;
  readonly calls: number;
  readonly managementRequests: number;
  readonly revocations: number;
};

const storm = { dynamoDb: 0.02, upstream: 0.03, spells: 0.25, stream: 0.5, kills: 0.01 };

/** Of calls to both versions in turn, until each has taken up rows of every kind that both write. */
const mostRounds = 3;

const [revocations, requestsAlone, requestsOfTheCanary, requestsInTheStorm] = [3, 60, 150, 200];

/**
 * Serves the last release alone, then the present code alone, then both at once and back, in fair weather and then with
 * faults all around. Customers and requests of every kind continue what the other version has written.
 */
export class Canary {
  readonly #options: CanaryOptions;
  readonly #both: TwoVersions;
  readonly #traffic = new RowTraffic();
  readonly #problems: string[] = [];
  readonly #sums = { requests: 0, calls: 0, managementRequests: 0, revocations: 0 };

  constructor(options: CanaryOptions) {
    this.#options = options;
    this.#both = new TwoVersions({ ...options, random: seededRandom(options.seed + 100), traffic: this.#traffic });
  }

  async run(): Promise<CanaryFindings> {
    const both = this.#both;
    const world = this.#watched(
      await startWorld(this.#options.seed, { split: both.split, onTemplate: both.prepare, billing: true }),
    );
    try {
      this.#problems.push(...both.missing);
      this.#traffic.nameTables(world.running.runtime.template.outputs);
      const customers = new CanaryCustomers(world.running, this.#options.seed, this.#scaled(1));
      await this.#oneAfterTheOther(world, customers);
      await this.#atOnce(world, customers);
      this.#sums.managementRequests = customers.requests;
      this.#problems.push(...customers.wrong, ...errorsIn(both.lines));
      await this.#inTheStorm(world);
      this.#problems.push(...unreadableRows(both.lines), ...(await divertedRecords(world)));
      return await this.#findings(world);
    } finally {
      await world.stop();
    }
  }

  /** Notes the accounts that the test itself changes. */
  #watched(world: World): World {
    const { assignPlan, runtime } = world.running;
    const running: World['running'] = {
      ...world.running,
      assignPlan: (accountId, planId) => {
        this.#traffic.onOwnWrite(runtime.tables.directory, accountItemKey(accountId));
        return assignPlan(accountId, planId);
      },
    };
    return { ...world, running };
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
    await customers.visit(`visitor-${version}`);
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
    await this.#untilTakenUp(world);
    await world.running.runtime.runScheduled();
  }

  /**
   * On a busy machine, the few and large batches of a stream may all go to one version. So each version in turn gets a
   * call with the same key, and tallies it, in the same minute unless one just ends.
   */
  async #untilTakenUp({ running }: World): Promise<void> {
    const { secret } = await running.newKey({ planId: 'business' });
    const { kinds } = this.#traffic;
    const isMissed = () => missedKinds(kinds).some((kind) => kinds.get(kind)?.writtenBy.last);
    for (let round = 0; round < mostRounds && isMissed(); round += 1) {
      for (const share of [0, 1, 0]) {
        this.#both.share = share;
        await post(running.runtime.endpoints.devnet ?? '', secret, call('getHealth'));
        await running.runtime.drained();
      }
    }
    this.#both.share = 0.5;
  }

  async #inTheStorm(world: World): Promise<void> {
    const found = await runGateway(world, {
      seed: this.#options.seed + 1,
      requests: this.#scaled(requestsInTheStorm),
      weather: storm,
    });
    this.#note(found);
    const { admittedAfter } = await runRevocations(world, this.#scaled(revocations), { ...storm, spells: 0 });
    this.#sums.revocations += this.#scaled(revocations);
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
    this.#sums.requests += found.requests;
    this.#sums.calls += found.calls;
    this.#problems.push(...brokenBy(found), ...found.history.slice(0, 5));
  }

  async #findings(world: World): Promise<CanaryFindings> {
    const { dynamodbUrl, tables } = world.running.runtime;
    const shapes = await readShapes(this.#traffic, dynamodbUrl, Object.values(tables));
    const { missing, added, compared } = compareShapes(shapes, Object.keys(this.#options.noLongerStored ?? {}));
    const { kinds } = this.#traffic;
    const { served } = this.#both;
    return { problems: [...this.#problems, ...missing], newAttributes: added, compared, served, kinds, ...this.#sums };
  }

  #scaled(count: number): number {
    return Math.ceil(count * (this.#options.scale ?? 1));
  }
}

async function divertedRecords({ running }: World): Promise<string[]> {
  const { buckets, template } = running.runtime;
  const objects = await buckets.objects(template.outputs.FailureBucket ?? '');
  return objects.size === 0
    ? []
    : [`The failure bucket holds ${objects.size} objects: the tally could not read records.`];
}
