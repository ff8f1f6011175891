import { type EnvironmentChoice, LambdaFleet } from '../../../lab/simulation/lambda-fleet.ts';
import { SimulatedTime } from '../../../lab/simulation/simulated-time.ts';
import { solana } from '../../../src/chains/solana.ts';
import { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { createLog } from '../../../src/log.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { Forwarder } from '../../../src/upstream/forwarder.ts';
import { NodeLimits } from '../../../src/upstream/node-limits.ts';
import type { UpstreamRequest } from '../../../src/upstream/send-to-upstream.ts';
import { noon } from '../../json-rpc/gateway.ts';
import { memoryTable } from '../../json-rpc/memory-table.ts';

/** A time of steady traffic. */
export type Phase = {
  readonly seconds: number;
  readonly callsPerSecond: number;
  readonly nodeDown?: number | undefined;
};

export type FleetOptions = {
  /** The nodes' limits, in order of preference; undefined for a node without one. */
  readonly limits: readonly (number | undefined)[];
  readonly answerMs: number;
  readonly phases: readonly Phase[];
  readonly choice: EnvironmentChoice;
  /** The share of requests that are writes. */
  readonly writes: number;
  /** Calls of a request: each of these numbers is as likely as the others. */
  readonly batches: readonly number[];
  /** The share of the table's writes and reads that fail. */
  readonly failing: number;
  readonly random: () => number;
};

/** How a request ended: its calls, and the reason of its error, if it has no answer. */
export type EndedRequest = {
  readonly phase: number;
  /** In seconds since the phase began. */
  readonly second: number;
  readonly calls: number;
  readonly write: boolean;
  readonly error: string | undefined;
  /** The indexes of the nodes that received it. */
  readonly receivedBy: readonly number[];
};

export type FleetRun = {
  readonly ended: readonly EndedRequest[];
  readonly asked: number;
  /** Writes of the counters, and the calls that they were for. */
  readonly tableWrites: number;
  readonly processes: number;
};

/** The forwarders of many processes, their requests, the nodes and the table, in simulated time. */
export class LimitedFleet {
  readonly #options: FleetOptions;
  readonly #time = new SimulatedTime(noon);
  readonly #table = memoryTable();
  readonly #ended: EndedRequest[] = [];
  readonly #received = new Map<string, number[]>();
  #phase = 0;
  #asked = 0;
  #served = 0;
  #tableWrites = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async run(): Promise<FleetRun> {
    const { choice, random, phases } = this.#options;
    const fleet = new LambdaFleet({ choice, most: 2_000, random, start: async () => this.#startForwarder() });
    for (const [index, phase] of phases.entries()) {
      this.#phase = index;
      const startedAt = this.#time.now;
      const endsAt = startedAt + phase.seconds * 1_000;
      const arrive = () => {
        if (this.#time.now >= endsAt) return;
        const calls = this.#oneOf(this.#options.batches);
        this.#asked += 1;
        void fleet.use((forwarder) => this.#serve(forwarder, calls, startedAt));
        this.#time.after((-Math.log(1 - random()) * 1_000 * calls) / phase.callsPerSecond, arrive);
      };
      this.#time.after(0, arrive);
      await this.#time.run(endsAt);
    }
    await this.#time.run();
    const { count } = fleet;
    return { ended: this.#ended, asked: this.#asked, tableWrites: this.#tableWrites, processes: count };
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

  async #serve(forwarder: Forwarder, calls: number, startedAt: number): Promise<void> {
    const { random, writes } = this.#options;
    const write = random() < writes;
    this.#served += 1;
    const body = `request ${this.#served}`;
    const phase = this.#phase;
    const second = (this.#time.now - startedAt) / 1_000;
    const error = await forwarder
      .forward({
        network: 'devnet',
        chain: solana,
        body,
        callCount: calls,
        use: write ? 'write' : 'read',
        methods: [write ? 'requestAirdrop' : 'getBalance'],
        accountId: 'account',
        acceptGzip: false,
        timeLimitMs: 5_000,
        read: () => ({ outcome: 'answered' as const }),
      })
      .then(
        () => undefined,
        (thrown: unknown) => String(Object(thrown).reason),
      );
    this.#ended.push({ phase, second, calls, write, error, receivedBy: this.#received.get(body) ?? [] });
  }

  async #send({ body, url }: UpstreamRequest) {
    const node = Number(/\d+/.exec(url.host)?.[0]);
    const isDown = this.#options.phases[this.#phase]?.nodeDown === node;
    await this.#time.pause(isDown ? 1 : this.#options.answerMs);
    if (isDown) throw new NoAnswerError('unreachable', { sent: false });
    this.#received.set(body, [...(this.#received.get(body) ?? []), node]);
    return { status: 200, contentType: undefined, contentEncoding: undefined, body: Buffer.from('') };
  }

  #failingTable(): Pick<ItemTable, 'get' | 'update'> {
    const answer = async () => {
      await this.#time.pause(5);
      if (this.#options.random() < this.#options.failing) throw new Error('the table is on fire');
    };
    return {
      get: (key) => answer().then(() => this.#table.get(key)),
      update: (request) => {
        this.#tableWrites += 1;
        return answer().then(() => this.#table.update(request));
      },
    };
  }

  #oneOf(values: readonly number[]): number {
    return values[Math.floor(this.#options.random() * values.length)] ?? 1;
  }
}
