import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { call, post, type RpcAnswer } from '../support/rpc.ts';
import { startTestRuntime, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { credential, type Example, secretNames, startGoodNode, type TestNode } from './failure-examples.ts';
import { networkHeader, Proxies, type StartedProxy } from './started-proxies.ts';

/** What is sent to a gateway whose first node fails. */
export type Sent = { readonly kind: 'read' | 'signed' | 'write'; readonly batch: boolean };

/** A request and the gateway's nodes: the example's first, and perhaps a healthy second one. */
export type FailingRequest = { readonly example: Example; readonly sent: Sent; readonly nodes: 1 | 2 };

/** What came of a request, seen from all sides. */
export type ObservedAnswer = {
  readonly answer: RpcAnswer;
  /** When each node got it, in ms since the epoch; nothing for a healthy second node that the network does not have. */
  readonly deliveredAt: { readonly first: readonly number[]; readonly second: readonly number[] };
  readonly records: Awaited<ReturnType<typeof usageOf>>['records'];
  /** Calls of the day that the request has used. */
  readonly used: number;
  /** What the proxy logged of it. */
  readonly lines: readonly LogLine[];
  /** Sends a number of reads after it: how often they met the first node, and what the proxy logged of them. */
  readonly readOn: (times: number) => Promise<{ readonly met: number; readonly lines: readonly LogLine[] }>;
};

/** A proxy that was started for some requests. */
export type FailingProxy = {
  /** Sends one of them. */
  readonly send: (request: FailingRequest) => Promise<ObservedAnswer>;
  readonly stop: () => Promise<void>;
};

const logLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.string(), code: v.optional(v.string()), network: v.optional(v.string()) }),
);
type LogLine = Omit<v.InferOutput<typeof logLine>, 'network'>;

const linesOf = (proxy: StartedProxy, name: string): LogLine[] =>
  proxy
    .lines()
    .map((line) => v.parse(logLine, line))
    .flatMap(({ network, ...line }) => (network === name ? line : []));

/** The network of one request. */
type Network = { readonly name: string; readonly first: TestNode; readonly second: TestNode | undefined };

async function startNetwork({ example, nodes }: FailingRequest): Promise<Network> {
  const first = await example.start();
  return { name: randomUUID(), first, second: nodes === 2 ? await startGoodNode() : undefined };
}

const upstreamsOf = ({ first, second }: Network) =>
  [first, ...(second ? [second] : [])].map(({ upstream }) => upstream);

const methods = { read: 'getBalance', signed: 'sendTransaction', write: 'requestAirdrop' } as const;
const bodyOf = ({ kind, batch }: Sent) =>
  batch ? `[${call(methods[kind], 1)},${call('getSlot', 2)}]` : call(methods[kind], 1);

/** A local runtime in which each request has its own nodes. */
export class FailingGateway {
  readonly #proxies = new Proxies();
  #local: TestRuntime | undefined;

  async start(): Promise<void> {
    // Only for the names of the secrets, which the proxy's role must be allowed to read.
    const named = Object.values(secretNames).map((secretName) => ({ url: 'http://127.0.0.1:9', secretName }));
    const secrets = { [secretNames.known]: JSON.stringify({ headers: { Authorization: credential } }) };
    const upstreams = { mainnet: named, devnet: named };
    this.#local = await startTestRuntime({}, { upstreams, secrets, makeFunction: this.#proxies.make });
  }

  /**
   * Starts the nodes of some requests, and one proxy for all of them. It knows of no other's health, because each has a
   * network with only its own nodes.
   */
  async startProxy(requests: readonly FailingRequest[]): Promise<FailingProxy> {
    const networks = new Map<FailingRequest, Network>();
    for (const request of requests) networks.set(request, await startNetwork(request));
    const upstreams = [...networks.values()].map((network) => [network.name, upstreamsOf(network)] as const);
    const proxy = this.#proxies.start(Object.fromEntries(upstreams));
    await proxy.ready();
    return {
      send: (request) => {
        const network = networks.get(request);
        if (!network) throw new Error('The proxy was not started for this request.');
        return this.#send(proxy, request, network);
      },
      stop: proxy.stop,
    };
  }

  async #send(proxy: StartedProxy, { example, sent }: FailingRequest, network: Network): Promise<ObservedAnswer> {
    const local = this.#local;
    if (!local) throw new Error('The gateway has not been started.');
    const { name, first, second } = network;
    const key = await local.newKey();
    const ask = (body: string, { secret } = key) =>
      post(local.runtime.endpoints.mainnet ?? '', secret, body, { [networkHeader]: name });
    if (example.idleMs > 0) {
      proxy.letIdle(example.idleMs);
      // DynamoDB's time has not changed: its answer to a request without a call corrects the clock.
      await ask('{', await local.newKey());
    }
    const answer = await ask(bodyOf(sent));
    const deliveredAt = { first: [...first.deliveredAt], second: [...(second?.deliveredAt ?? [])] };
    const lines = linesOf(proxy, name);
    const { records, admitted: used } = await usageOf(local, key);
    const readOn = async (times: number) => {
      for (let read = 0; read < times; read += 1) await ask(bodyOf({ ...sent, kind: 'read' }));
      return {
        met: first.deliveredAt.length - deliveredAt.first.length,
        lines: linesOf(proxy, name).slice(lines.length),
      };
    };
    return { answer, deliveredAt, records, used, lines, readOn };
  }

  async stop(): Promise<void> {
    await this.#local?.stop();
  }
}
