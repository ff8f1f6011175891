import { gunzipSync, inflateSync } from 'node:zlib';
import * as v from 'valibot';
import { chainOfNetwork } from '../../../src/chain-of-network.ts';
import type { Chain } from '../../../src/chains/chain.ts';
import type { ServingNode } from '../../../src/chains/served.ts';
import { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { RpcProxy } from '../../../src/json-rpc/proxy.ts';
import type { ProxyAnswer } from '../../../src/json-rpc/proxy-answer.ts';
import { admissionsKey } from '../../../src/limits/counter-writes.ts';
import { createLog } from '../../../src/log.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { dayOf } from '../../../src/time.ts';
import { Forwarder } from '../../../src/upstream/forwarder.ts';
import { send as sendOverHttp, sendWithin, type UpstreamRequest } from '../../../src/upstream/send-to-upstream.ts';
import type { FindCredentials } from '../../../src/upstream/upstream-credentials.ts';
import type { FindWatchedNode, WatchedNode } from '../../../src/upstream/upstream-health.ts';
import { admissionsOn } from '../../support/admissions.ts';
import { callerOn } from '../../support/callers.ts';
import { networkChains } from '../../support/settings.ts';
import { noon, planOf } from '../gateway.ts';
import { memoryTable } from '../memory-table.ts';
import { type Asked, bodyOf } from './asked.ts';
import type { FaultyNode } from './faulty-node.ts';
import { timeLimitMs } from './model.ts';
import { credentialsOf, type NodeCredentials } from './node-credentials.ts';
import { describeAnswer, describeRecord, type ObservedRequest, type Try } from './observed-request.ts';

/** The real waiting time for silent nodes and connections, in ms. Everything else has all the time it needs. */
const silenceMs = 10;
const sendHastily = sendWithin({ connectMs: 2_000, idleMs: 0, silentMs: silenceMs });

const alarmSchema = v.object({ event: v.literal('upstream_credentials_rejected'), host: v.string() });

/** Which methods each node serves, by its index, and which the operator does not support. Default: all, and none. */
export type ServedByNode = { readonly serving?: readonly ServingNode[]; readonly unsupported?: readonly string[] };

type ServedAnswer = { readonly status: number; readonly text: string };

/** The proxy, its forwarder and `send` over real connections to three nodes, with its tables in memory. */
export class FaultyGateway {
  readonly time = { now: noon };
  /** The watch function's result for each node. */
  readonly watched: (WatchedNode | undefined)[] = [];
  readonly #nodes: readonly FaultyNode[];
  readonly #credentials: readonly NodeCredentials[];
  readonly #proxy: RpcProxy;
  readonly #lines: string[] = [];
  readonly #chain: Chain;
  readonly #tables = { counters: memoryTable(), records: memoryTable() };
  #tries: Try[] = [];
  #checks: { readonly node: number; readonly ended: Promise<unknown> }[] = [];
  #said = '';
  /** A silent node uses up the time of the request that waits for it. Not with concurrent requests. */
  #timePasses = true;

  constructor(
    nodes: readonly FaultyNode[],
    credentials: readonly NodeCredentials[],
    overlapReads: boolean,
    { serving = [], unsupported = [] }: ServedByNode = {},
  ) {
    this.#chain = chainOfNetwork({ chain: 'solana', methods: { unsupported } });
    this.#nodes = nodes;
    this.#credentials = credentials;
    const clock = () => this.time.now;
    const log = createLog('debug', (line) => this.#lines.push(line));
    const devnet = nodes.map(({ url }, index) => ({ ...serving[index], url: `${url}/`, secretName: String(index) }));
    const send = (outgoing: UpstreamRequest) => this.#send(outgoing);
    const plan = { ...planOf(500, 1e6), longestCallSeconds: timeLimitMs / 1_000 };
    this.#proxy = new RpcProxy({
      authorize: async (account) => callerOn(plan, account, account),
      admissions: admissionsOn(this.#tables.counters, clock),
      forwarder: new Forwarder({
        upstreams: { devnet },
        credentials: this.#find,
        send,
        clock,
        log,
        watched: this.#findWatched,
      }),
      records: this.#tables.records,
      refusals: new RefusalRecords({ records: this.#tables.records, clock, log, methodName: networkChains.tallyName }),
      clock,
      log,
      overlapReads,
    });
  }

  /** Everything that customers were shown as an answer. */
  get shown(): string {
    return this.#said;
  }

  /** Everything that was shown to customers and operators, or logged. */
  get said(): string {
    return [this.#said, JSON.stringify([...this.#tables.records.items.values()]), ...this.#lines].join('\n');
  }

  /** Serves the n-th request of a history. */
  async serve(asked: Asked, n: number): Promise<ObservedRequest> {
    this.#tries = [];
    this.#checks = [];
    const linesBefore = this.#lines.length;
    const recordsBefore = this.#tables.records.items.size;
    const { status, text } = await this.#ask(asked, n);
    return {
      tries: this.#tries,
      checks: this.#checks.map(({ node }) => node),
      alarms: this.#lines.slice(linesBefore).flatMap((line) => this.#alarmIn(line)),
      status,
      gave: describeAnswer(text),
      recorded: [...this.#tables.records.items.values()].slice(recordsBefore).flatMap(describeRecord).toSorted(),
      used: Number(
        this.#tables.counters.items.get(`${admissionsKey(asked.account, dayOf(this.time.now)).pk}/`)?.used ?? 0,
      ),
    };
  }

  /** Serves the n-th request and those after it concurrently. */
  async serveTogether(requests: readonly Asked[], n: number): Promise<ServedAnswer[]> {
    this.#timePasses = false;
    return Promise.all(requests.map((asked, index) => this.#ask(asked, n + index)));
  }

  async #ask(asked: Asked, n: number): Promise<ServedAnswer> {
    const answer = await this.#proxy.serve({
      network: 'devnet',
      chain: this.#chain,
      secret: asked.account,
      contentType: 'application/json',
      acceptGzip: asked.acceptGzip,
      body: bodyOf(asked, n),
    });
    const text = textOf(answer);
    this.#said += `${JSON.stringify(answer.headers)}\n${text}\n`;
    return { status: answer.status, text };
  }

  readonly #find: FindCredentials = async (secretName) => {
    const index = Number(secretName);
    const [node, credentials] = [this.#nodes[index], this.#credentials[index]];
    if (!node || !credentials) throw new Error('There is no such node.');
    if (node.faultFor('[]').kind !== 'no credentials') return credentialsOf(credentials, node.url);
    this.#tries.push({ node: index, timeoutMs: undefined });
    throw new Error(`Secrets Manager is down; it held ${credentials.core}.`);
  };

  readonly #findWatched: FindWatchedNode = (_, url) =>
    this.watched[this.#nodes.findIndex((node) => url === `${node.url}/`)];

  async #send(outgoing: UpstreamRequest) {
    const index = this.#nodes.findIndex(({ url }) => new URL(url).origin === outgoing.url.origin);
    const node = this.#nodes[index];
    if (!node) throw new Error('There is no such node.');
    if (!outgoing.body.includes('"request-')) return this.#check(index, node, outgoing);
    this.#tries.push({ node: index, timeoutMs: outgoing.timeoutMs });
    if (node.faultFor(outgoing.body).kind !== 'silent') return sendTo(node, outgoing);
    try {
      return await sendInVain(outgoing);
    } finally {
      // In the model, checks of other nodes take no time, so they must end first.
      await Promise.all(this.#checks.map(({ ended }) => ended));
      if (this.#timePasses) this.time.now += outgoing.timeoutMs;
    }
  }

  #check(index: number, node: FaultyNode, outgoing: UpstreamRequest) {
    const answer = node.health === 'silent' ? sendInVain(outgoing) : sendTo(node, outgoing);
    this.#checks.push({ node: index, ended: answer.catch(() => undefined) });
    return answer;
  }

  #alarmIn(line: string): number[] {
    const parsed = v.safeParse(alarmSchema, JSON.parse(line));
    return parsed.success ? [this.#nodes.findIndex(({ url }) => new URL(url).host === parsed.output.host)] : [];
  }
}

const sendTo = (node: FaultyNode, outgoing: UpstreamRequest) =>
  node.hasLostConnections ? sendHastily(outgoing) : sendOverHttp(outgoing);

/** Sends to a node that will not answer. Gives up early, but not before the request has been sent. */
async function sendInVain(outgoing: UpstreamRequest) {
  for (;;) {
    try {
      return await sendOverHttp({ ...outgoing, timeoutMs: silenceMs });
    } catch (error) {
      if (!(error instanceof NoAnswerError && error.code === 'timeout' && !error.sent)) throw error;
    }
  }
}

/** The text that a client reads; the raw bytes if they cannot be unpacked. */
function textOf({ headers, body, base64 }: ProxyAnswer): string {
  const bytes = Buffer.from(body, base64 ? 'base64' : 'utf8');
  const unpack = { gzip: gunzipSync, deflate: inflateSync }[headers['Content-Encoding'] ?? ''];
  try {
    return (unpack?.(bytes) ?? bytes).toString();
  } catch {
    return bytes.toString();
  }
}
