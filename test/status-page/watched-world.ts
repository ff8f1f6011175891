import type { S3Bucket } from '../../src/aws/s3-bucket.ts';
import { createLog } from '../../src/log.ts';
import type { Network } from '../../src/network.ts';
import { watchNetworks } from '../../src/networks/watch-networks.ts';
import { createHistoryReader } from '../../src/status-page/network-history.ts';
import { publishStatus, type StatusDeps } from '../../src/status-page/publish-status.ts';
import type { StatusFile } from '../../src/status-page/status-file.ts';
import type { Item } from '../../src/table/item-table.ts';
import { plans } from '../support/settings.ts';

/** From `from` to `to`, a node does not answer. */
export type Outage = { readonly node: string; readonly from: number; readonly to: number };

/** The table Networks in memory. */
class MemoryNetworks {
  readonly items = new Map<string, Item>();
  /** The keys that were read in batches. */
  readonly batches: string[][] = [];
  get = async ({ network }: Item): Promise<Item | undefined> => this.items.get(String(network));
  put = async (item: Item): Promise<void> => void this.items.set(String(item.network), structuredClone(item));
  getAll = async (keys: readonly Item[]): Promise<readonly Item[]> => {
    this.batches.push(keys.map(({ network }) => String(network)));
    return keys.flatMap(({ network }): Item[] =>
      [this.items.get(String(network))].filter((item) => item !== undefined),
    );
  };
}

/** Solana nodes that fail at given times, watch, the status file, and a clock. */
export class WatchedWorld {
  now: number;
  outages: readonly Outage[] = [];
  /** Slots that a node is behind. */
  lags: Readonly<Record<string, number>> = {};
  readonly table = new MemoryNetworks();
  usage: StatusDeps['usage'] = { get: async () => undefined };
  readonly #networks: readonly Network[];
  readonly #history = createHistoryReader(this.table);

  constructor(networks: Readonly<Record<string, readonly string[]>>, now: number) {
    this.now = now;
    this.#networks = Object.entries(networks).map(([network, nodes]) => ({
      network,
      path: `/${network}`,
      chain: 'solana',
      upstreams: nodes.map((node) => ({ url: `https://${node}` })),
    }));
  }

  /** One run of watch. */
  async check(): Promise<void> {
    await watchNetworks({
      networks: this.#networks,
      rpcUrl: undefined,
      table: this.table,
      credentials: () => Promise.reject(new Error('none')),
      send: async ({ url, body }) => this.#answer(url.host, JSON.parse(body.toString()).method),
      clock: () => this.now,
      emit: () => undefined,
      log: createLog('error', () => undefined),
      limitMs: 5_000,
      everyMs: 60_000,
      pause: async () => undefined,
    });
  }

  #answer(node: string, method: string) {
    const fails = this.outages.some(
      (outage) => outage.node === node && this.now >= outage.from && this.now < outage.to,
    );
    const slot = Math.floor(this.now / 400) - (this.lags[node] ?? 0);
    const result = { getHealth: 'ok', getFirstAvailableBlock: 7 }[method] ?? slot;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    return { status: fails ? 503 : 200, contentType: 'application/json', contentEncoding: undefined, body };
  }

  /** The file as a visitor gets it, for all or some networks. */
  async file(names?: readonly string[]): Promise<{ readonly text: string; readonly status: StatusFile }> {
    let text = '';
    const bucket: S3Bucket = {
      put: async (_, json) => {
        text = json;
      },
    };
    await this.publish(bucket, names);
    return { text, status: JSON.parse(text) };
  }

  /** One run of the function that writes the file. */
  publish(bucket: S3Bucket, names?: readonly string[]): Promise<void> {
    return publishStatus({
      settings: {
        networks: this.#networks.filter(({ network }) => names?.includes(network) ?? true),
        plans: plans.all,
        currency: 'usd',
      },
      region: 'eu-central-1',
      networks: this.table,
      history: this.#history,
      usage: this.usage,
      bucket,
      clock: () => this.now,
    });
  }
}
