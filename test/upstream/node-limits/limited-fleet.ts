import { type EnvironmentChoice, LambdaFleet } from '../../../lab/simulation/lambda-fleet.ts';
import { SimulatedTime } from '../../../lab/simulation/simulated-time.ts';
import { partitionLimits, UnitBucket } from '../../../lab/simulation/unit-limit.ts';
import { AwsError } from '../../../src/aws/retry.ts';
import { solana } from '../../../src/chains/solana.ts';
import { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { createLog } from '../../../src/log.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { Forwarder } from '../../../src/upstream/forwarder.ts';
import { NodeLimits } from '../../../src/upstream/node-limits.ts';
import type { UpstreamRequest } from '../../../src/upstream/send-to-upstream.ts';
import { memoryTable } from '../../json-rpc/memory-table.ts';

/** A whole second of UTC, as the limit's seconds are. */
const noon = Date.UTC(2026, 10, 20, 12);

/** Accounts that ask for as many calls as each other. */
export type Load = { readonly accounts: number; readonly callsPerSecond: number };

/** A time of steady traffic. */
export type Phase = {
  readonly seconds: number;
  readonly loads: readonly Load[];
  readonly nodeDown?: number | undefined;
};

export type FleetOptions = {
  /** The nodes' limits, in order of preference; undefined for a node without one. */
  readonly limits: readonly (number | undefined)[];
  readonly answerMs: number;
  readonly phases: readonly Phase[];
  readonly choice: EnvironmentChoice;
  /** Processes that have started before the first request, because of other traffic. */
  readonly warm: number;
  /** The share of requests that are writes. */
  readonly writes: number;
  /** Calls of a request: each of these numbers is as likely as the others. */
  readonly batches: readonly number[];
  /** The share of the table's writes and reads that fail. */
  readonly failing: number;
  readonly random: () => number;
};

/** `load`: its index in the phase. */
type ArrivedRequest = { readonly account: string; readonly load: number; readonly calls: number };

/** How a request ended. `error`: the reason, if it has no answer. */
export type EndedRequest = ArrivedRequest & {
  readonly phase: number;
  /** In seconds since the phase began. */
  readonly second: number;
  readonly write: boolean;
  readonly error: string | undefined;
  /** The indexes of the nodes that received it. */
  readonly receivedBy: readonly number[];
};

/** Calls that a node received. `at` is in seconds since the first phase began. */
type ReceivedCalls = { readonly node: number; readonly at: number; readonly calls: number };

export type FleetRun = {
  readonly ended: readonly EndedRequest[];
  readonly received: readonly ReceivedCalls[];
  readonly asked: number;
  readonly table: { readonly writes: number; readonly reads: number; readonly throttled: number };
};

/** The forwarders of many processes, their requests, the nodes and the table, in simulated time. */
export class LimitedFleet {
  readonly #options: FleetOptions;
  readonly #time = new SimulatedTime(noon);
  readonly #items = memoryTable();
  readonly #buckets = new Map<string, UnitBucket>();
  readonly #ended: EndedRequest[] = [];
  readonly #received: ReceivedCalls[] = [];
  /** By their bodies. */
  readonly #requests = new Map<string, { readonly calls: number; readonly receivedBy: number[] }>();
  readonly #table = { writes: 0, reads: 0, throttled: 0 };
  #asked = 0;
  #phase = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async run(): Promise<FleetRun> {
    const { choice, random, phases, warm } = this.#options;
    const most = Math.max(2_000, warm);
    const fleet = new LambdaFleet({ choice, most, random, start: async () => this.#startForwarder() });
    await fleet.warmUp(warm);
    for (const [index, phase] of phases.entries()) {
      this.#phase = index;
      const startedAt = this.#time.now;
      for (const [load, { accounts, callsPerSecond }] of phase.loads.entries()) {
        const rate = accounts * callsPerSecond;
        this.#arrivals(rate, startedAt + phase.seconds * 1_000, (calls) => {
          const account = `${load} ${Math.floor(random() * accounts)}`;
          void fleet.use((forwarder) => this.#serve(forwarder, { account, load, calls }, startedAt));
        });
      }
      await this.#time.run(startedAt + phase.seconds * 1_000);
    }
    await this.#time.run();
    return { ended: this.#ended, received: this.#received, asked: this.#asked, table: this.#table };
  }

  /** Requests at random times. */
  #arrivals(callsPerSecond: number, endsAt: number, serve: (calls: number) => void): void {
    const { random, batches } = this.#options;
    const next = () => {
      const calls = batches[Math.floor(random() * batches.length)] ?? 1;
      this.#time.after((-Math.log(1 - random()) * 1_000 * calls) / callsPerSecond, () => {
        if (this.#time.now >= endsAt) return;
        this.#asked += 1;
        serve(calls);
        next();
      });
    };
    if (callsPerSecond > 0) next();
  }

  #startForwarder(): Forwarder {
    const { limits, random } = this.#options;
    const upstreams = {
      devnet: limits.map((callsPerSecond, index) => ({ url: `https://node-${index}.invalid/`, callsPerSecond })),
    };
    const clock = () => Math.floor(this.#time.now);
    const log = createLog('error', () => {});
    return new Forwarder({
      upstreams,
      credentials: () => Promise.reject(new Error('no credentials are expected')),
      send: (request) => this.#send(request),
      clock,
      log,
      limits: new NodeLimits(upstreams, { table: this.#failingTable(), clock, random, log }),
    });
  }

  async #serve(forwarder: Forwarder, request: ArrivedRequest, startedAt: number): Promise<void> {
    const { random, writes } = this.#options;
    const write = random() < writes;
    const body = `request ${this.#requests.size}`;
    const receivedBy: number[] = [];
    this.#requests.set(body, { calls: request.calls, receivedBy });
    const [phase, second] = [this.#phase, (this.#time.now - startedAt) / 1_000];
    const error = await forwarder
      .forward({
        network: 'devnet',
        chain: solana,
        body,
        callCount: request.calls,
        use: write ? 'write' : 'read',
        methods: [write ? 'requestAirdrop' : 'getBalance'],
        accountId: request.account,
        acceptGzip: false,
        timeLimitMs: 5_000,
        read: () => ({ outcome: 'answered' as const }),
      })
      .then(
        () => undefined,
        (thrown: unknown) => String(Object(thrown).reason),
      );
    this.#ended.push({ ...request, phase, second, write, error, receivedBy });
  }

  async #send({ body, url }: UpstreamRequest) {
    const node = Number(/\d+/.exec(url.host)?.[0]);
    const isDown = this.#options.phases[this.#phase]?.nodeDown === node;
    const request = this.#requests.get(body);
    if (!isDown && request) {
      request.receivedBy.push(node);
      this.#received.push({ node, at: (this.#time.now - noon) / 1_000, calls: request.calls });
    }
    await this.#time.pause(isDown ? 1 : this.#options.answerMs);
    if (isDown) throw new NoAnswerError('unreachable', { sent: false });
    return { status: 200, contentType: undefined, contentEncoding: undefined, body: Buffer.from('') };
  }

  /** Answers in 5 ms. Each item takes 1,000 writes a second. */
  #failingTable(): Pick<ItemTable, 'get' | 'update'> {
    const answer = async () => {
      await this.#time.pause(5);
      if (this.#options.random() < this.#options.failing) throw new Error('the table is on fire');
    };
    return {
      get: (key) => {
        this.#table.reads += 1;
        return answer().then(() => this.#items.get(key));
      },
      update: async (request) => {
        this.#table.writes += 1;
        await answer();
        if (this.#takesWrite(String(request.key.pk))) return this.#items.update(request);
        this.#table.throttled += 1;
        throw new AwsError('ProvisionedThroughputExceededException', 'in a simulation', { status: 400 });
      },
    };
  }

  #takesWrite(item: string): boolean {
    const bucket = this.#buckets.get(item) ?? new UnitBucket(partitionLimits.bucket, this.#time.now);
    this.#buckets.set(item, bucket);
    return bucket.take(1, this.#time.now);
  }
}
