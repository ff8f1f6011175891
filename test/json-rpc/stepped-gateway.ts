import { solana } from '../../src/chains/solana.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { ProxyRequest } from '../../src/json-rpc/parse-request.ts';
import { type ProxyDeps, RpcProxy } from '../../src/json-rpc/proxy.ts';
import type { ProxyAnswer } from '../../src/json-rpc/proxy-answer.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { Item, UpdateRequest } from '../../src/table/item-table.ts';
import { dayOf } from '../../src/time.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import { admissionsOn } from '../support/admissions.ts';
import { everyKeyOn } from '../support/callers.ts';
import { networkChains } from '../support/settings.ts';
import { goodAnswerTo, noon, planOf } from './gateway.ts';
import { memoryTable } from './memory-table.ts';

/** Holds calls until it is opened. */
export class Gate {
  #open = () => {};
  #opened: Promise<void> = Promise.resolve();
  /** How many calls have reached the gate. */
  reached = 0;

  close(): void {
    this.#opened = new Promise((open) => {
      this.#open = open;
    });
  }

  open(): void {
    this.#open();
  }

  async pass(): Promise<void> {
    this.reached += 1;
    await this.#opened;
  }
}

/** A node's answer to a body. */
export type Node = (body: string, url: string) => UpstreamAnswer | NoAnswerError;

export const answer = (body: string, status = 200): UpstreamAnswer => ({
  status,
  contentType: 'application/json',
  contentEncoding: undefined,
  body: Buffer.from(body),
});

/** A node that answers every call with a result. */
export const well: Node = (body) => answer(goodAnswerTo(body));

type SteppedGatewayOptions = {
  readonly overlapReads?: boolean;
  /** A process that has admitted nothing yet. */
  readonly isNew?: boolean;
  readonly callsPerSecond?: number;
  readonly callsPerDay?: number;
  readonly node?: Node;
  readonly upstreams?: number;
  /** Default: every key has the same plan. */
  readonly authorize?: ProxyDeps['authorize'];
  /** Run before each update of the counters, each write of a record, and each answer of a node. */
  readonly beforeCounting?: (request: UpdateRequest) => Promise<void>;
  readonly beforeWriting?: () => Promise<void>;
  readonly beforeAnswering?: (outgoing: UpstreamRequest) => Promise<void>;
};

/** A request that a node received, and whether it was cancelled. */
type Sent = { readonly url: string; readonly body: string; cancelled: boolean };

/**
 * A gateway with one process and one key. Its tables and nodes are in memory and finish in the order that a test sets.
 */
export function makeSteppedGateway({
  overlapReads = true,
  isNew = false,
  callsPerSecond = 10,
  callsPerDay = 50_000,
  node = well,
  upstreams = 1,
  authorize = everyKeyOn(planOf(callsPerSecond, callsPerDay)),
  beforeCounting = async () => {},
  beforeWriting = async () => {},
  beforeAnswering = async () => {},
}: SteppedGatewayOptions = {}) {
  const time = { now: noon };
  const clock = () => time.now;
  const [counters, records] = [memoryTable(), memoryTable()];
  const sent: Sent[] = [];
  const lines: Item[] = [];
  const log = createLog('debug', (line) => lines.push(JSON.parse(line)));

  function send(outgoing: UpstreamRequest): Promise<UpstreamAnswer> {
    const one: Sent = { url: outgoing.url.href, body: outgoing.body, cancelled: false };
    sent.push(one);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        one.cancelled = true;
        reject(new NoAnswerError('cancelled'));
      };
      if (outgoing.signal?.aborted) return cancel();
      outgoing.signal?.addEventListener('abort', cancel);
      const answered = beforeAnswering(outgoing).then(() => node(outgoing.body, outgoing.url.href));
      const settle = (how: UpstreamAnswer | NoAnswerError) => ('code' in how ? reject(how) : resolve(how));
      answered
        .then(settle)
        .catch(reject)
        .finally(() => outgoing.signal?.removeEventListener('abort', cancel));
    });
  }

  let isWarm = false;
  const update = async (request: UpdateRequest) => {
    if (isWarm) await beforeCounting(request);
    return counters.update(request);
  };
  const put = async (item: Item) => {
    if (isWarm) await beforeWriting();
    await records.put(item);
  };
  const devnet = Array.from({ length: upstreams }, (_, index) => ({ url: `http://node-${index}.invalid/` }));
  const credentials = () => Promise.reject(new Error('no credentials are expected'));
  const proxy = new RpcProxy({
    authorize: (secret, of) => (isWarm ? authorize(secret, of) : everyKeyOn(planOf(10, 10))(secret)),
    admissions: admissionsOn({ ...counters, update }, clock),
    forwarder: new Forwarder({ upstreams: { devnet }, credentials, send, clock, log }),
    records: { ...records, put },
    refusals: new RefusalRecords({
      records: { ...records, put },
      clock,
      log,
      methodName: networkChains.tallyName,
      random: () => 0,
    }),
    clock,
    log,
    overlapReads,
  });
  const request = {
    network: 'devnet',
    chain: solana,
    contentType: 'application/json',
    acceptGzip: false,
  };
  // A process forwards nothing early before it has admitted a call.
  const first = isNew ? Promise.resolve() : proxy.serve({ ...request, secret: 'key_of_warm_up', body: '{' });
  const warm = Promise.resolve(first).then(() => {
    records.items.clear();
    isWarm = true;
  });
  return {
    time,
    sent,
    lines,
    serve: async (body: string, keyId = 'key_1', more: Partial<ProxyRequest> = {}): Promise<ProxyAnswer> => {
      await warm;
      return proxy.serve({ ...request, secret: keyId, body, ...more });
    },
    /** Counts calls of the key as another process would. */
    countInOtherProcess: (n: number, keyId = 'key_1') =>
      admissionsOn(counters, clock).admit(keyId, () => ({ callsPerSecond: 500, callsPerDay: 1e9 }), n),
    used: (keyId = 'key_1') => Number(counters.items.get(`${admissionsKey(keyId, dayOf(time.now)).pk}/`)?.used ?? 0),
    records: () => [...records.items.values()],
  };
}

/** Lets all pending promise callbacks run. */
export const runPendingCallbacks = () => new Promise<void>((resolve) => setImmediate(resolve));
