import type { HttpAnswer } from '../../../src/http/http-exchange.ts';
import { Origin } from '../../../src/http/origin.ts';
import type { TestKey } from '../../../test/support/test-runtime.ts';
import { picker } from '../../bench/statistics.ts';
import { reads } from './chain-node.ts';

/** A call as its row will show it: without a method if none can be read. */
type AskedCall = { readonly id: number; readonly method: string | undefined };

/** A request that is to be sent. */
export type Asked = {
  readonly number: number;
  readonly key: TestKey;
  readonly network: string;
  readonly body: string;
  readonly batch: boolean;
  readonly calls: readonly AskedCall[];
};

/** `sendParcel` is a method that no chain knows: it may write, too. */
const writes = ['sendTransaction', 'requestAirdrop', 'sendParcel'];

/** The methods with separate tallies; other methods are tallied together. */
export const knownMethods: ReadonlySet<string> = new Set([...reads, 'sendTransaction', 'requestAirdrop']);

/**
 * A method that no other request has, by which a row tells whose it is, even when nobody got its answer. The chain does
 * not know it, so a batch with it is a write.
 */
export const markOf = (number: number): string => `getMark${number}`;

/** Whether a request may change the chain: one of its calls is not known to only read. */
export const isWrite = ({ calls }: Asked): boolean =>
  calls.some(({ method }) => method !== undefined && !reads.includes(method));

/** Makes requests of every kind at random: single ones, writes, batches that only read or have a mark, and no calls. */
export function requestMaker(keys: readonly TestKey[], random: () => number): () => Asked {
  const [key, network] = [picker(keys, random), picker(['mainnet', 'devnet'], random)];
  const [read, write] = [picker(reads, random), picker(writes, random)];
  let number = 0;
  return () => {
    number += 1;
    const draw = random();
    const common = { number, key: key(), network: network() };
    if (draw < 0.03) return { ...common, body: 'no call', batch: false, calls: [{ id: 0, method: undefined }] };
    if (draw < 0.15) return single({ ...common, method: write() });
    if (draw < 0.35) return single({ ...common, method: read() });
    const reading = Array.from({ length: 1 + Math.floor(random() * 37) }, read);
    if (draw < 0.65) return batch(common, reading);
    return batch(common, [...reading, markOf(number), ...(random() < 0.3 ? [write()] : [])]);
  };
}

type Common = Pick<Asked, 'number' | 'key' | 'network'>;

/** A write with a unique parameter, by which a node recognizes it. */
const callText = ({ key, number }: Common, { id, method }: AskedCall) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: [`${key.keyId} ${number}`] });

function single({ method, ...common }: Common & { method: string }): Asked {
  const call = { id: common.number, method };
  return { ...common, body: callText(common, call), batch: false, calls: [call] };
}

function batch(common: Common, methods: readonly string[]): Asked {
  const calls = methods.map((method, id) => ({ id, method }));
  return { ...common, body: `[${calls.map((call) => callText(common, call)).join(',')}]`, batch: true, calls };
}

/** Far longer than the gateway may take. */
const timeoutMs = 60_000;

/** A customer's program: it keeps its connections. */
export class Client {
  readonly #origins = new Map<string, Origin>();

  /** @throws {NoAnswerError} */
  post(url: string, secret: string, body: string): Promise<HttpAnswer> {
    const { origin, host, pathname } = new URL(url);
    const kept = this.#origins.get(origin) ?? new Origin(new URL(origin));
    this.#origins.set(origin, kept);
    const headers = ['Host', host, 'Content-Type', 'application/json', 'X-API-Key', secret];
    headers.push('Content-Length', String(Buffer.byteLength(body)));
    return kept.exchange({ method: 'POST', path: pathname, headers, body, timeoutMs });
  }

  close(): void {
    for (const origin of this.#origins.values()) origin.closeIdle();
  }
}
