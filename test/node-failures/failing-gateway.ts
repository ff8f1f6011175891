import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { call, post, type RpcAnswer } from '../support/rpc.ts';
import { startTestRuntime, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { credential, type Example, secretNames, startGoodNode } from './failure-examples.ts';
import { Proxies, proxyHeader, type StartedProxy } from './started-proxies.ts';

/** What is sent to a gateway whose first node fails. */
export type Sent = { readonly kind: 'read' | 'write'; readonly batch: boolean };

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
  readonly stop: () => Promise<void>;
};

const logLine = v.pipe(v.string(), v.parseJson(), v.object({ event: v.string(), code: v.optional(v.string()) }));
type LogLine = v.InferOutput<typeof logLine>;

const linesOf = (proxy: StartedProxy): LogLine[] => proxy.lines().map((line) => v.parse(logLine, line));

const methods = { read: 'getBalance', write: 'sendTransaction' } as const;
const bodyOf = ({ kind, batch }: Sent) =>
  batch ? `[${call(methods[kind], 1)},${call('getSlot', 2)}]` : call(methods[kind], 1);

/** A local runtime in which each request can have its own nodes. */
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

  /** Sends a request to a new proxy whose first node is the example's. */
  async send({ start, idleMs }: Example, sent: Sent, nodes: 1 | 2): Promise<ObservedAnswer> {
    const local = this.#local;
    if (!local) throw new Error('The gateway has not been started.');
    const key = await local.newKey();
    const first = await start();
    const second = nodes === 2 ? await startGoodNode() : undefined;
    const name = randomUUID();
    const proxy = this.#proxies.start(
      name,
      [first, ...(second ? [second] : [])].map(({ upstream }) => upstream),
    );
    const ask = (body: string, { secret } = key) =>
      post(local.runtime.endpoints.mainnet ?? '', secret, body, { [proxyHeader]: name });
    await proxy.ready();
    if (idleMs > 0) {
      proxy.letIdle(idleMs);
      // DynamoDB's time has not changed: its answer to a request without a call corrects the clock.
      await ask('{', await local.newKey());
    }
    const answer = await ask(bodyOf(sent));
    const deliveredAt = { first: [...first.deliveredAt], second: [...(second?.deliveredAt ?? [])] };
    const lines = linesOf(proxy);
    const { records, admitted: used } = await usageOf(local, key);
    const readOn = async (times: number) => {
      for (let read = 0; read < times; read += 1) await ask(bodyOf({ ...sent, kind: 'read' }));
      return { met: first.deliveredAt.length - deliveredAt.first.length, lines: linesOf(proxy).slice(lines.length) };
    };
    return { answer, deliveredAt, records, used, lines, readOn, stop: proxy.stop };
  }

  async stop(): Promise<void> {
    await this.#local?.stop();
  }
}
