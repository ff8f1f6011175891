import type { Log } from '../log.ts';
import { builtIn } from '../runtime/built-in.ts';
import type { ItemTable } from '../table/item-table.ts';
import { type Clock, type EpochMs, epochSecond } from '../time.ts';

const { isNativeError } = builtIn('node:util/types');

export type LimitedNodeDeps = {
  /** The table Admissions, whose items expire. */
  readonly table: Pick<ItemTable, 'get' | 'update'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

/** In ms. Each process adds its calls to a window's count, and goes by the count of the window before. */
const windowMs = 3_000;
/** Calls are counted in steps: a process with few calls counts one in five of them, as five. */
const countedCalls = 5;
const keepSeconds = 86_400;

/** What all processes together wanted to send to a node, as this process read it. */
type KnownDemand = { readonly callsPerSecond: number; readonly at: EpochMs };

/**
 * A node to which all processes together send at most so many calls a second, approximately. They count the calls for
 * which it would be asked. If these were more than the limit in the last window, each process sends only that part of its
 * calls, by chance. So it does not matter how many processes there are, and how calls are divided among them.
 */
export class LimitedNode {
  readonly #name: string;
  readonly #limit: number;
  readonly #deps: LimitedNodeDeps;
  #demand: KnownDemand = { callsPerSecond: 0, at: 0 };
  #refreshedAt = 0;
  #notCounted = 0;
  #second = 0;
  #sentInSecond = 0;

  /** @param name unique among all nodes of all networks */
  constructor(name: string, limit: number, deps: LimitedNodeDeps) {
    this.#name = name;
    this.#limit = limit;
    this.#deps = deps;
  }

  /** Whether calls may be sent to the node together, which counts them. The last batch of a second may be too large. */
  take(calls: number): boolean {
    this.#want(calls);
    if (this.#sentInSecond >= this.#limit || this.#deps.random() >= this.#partToSend()) return false;
    this.#sentInSecond += calls;
    return true;
  }

  /** Counts a health check, which is sent whatever the limit: without it, a failing node would keep its place. */
  countCheck(): void {
    this.#want(1);
    this.#sentInSecond += 1;
  }

  #want(calls: number): void {
    const now = this.#deps.clock();
    this.#notCounted += calls;
    // At the first call of a window, so that each window has one count of each busy process.
    if (windowOf(now) !== windowOf(this.#refreshedAt)) void this.#refresh(now);
    if (epochSecond(now) === this.#second) return;
    this.#second = epochSecond(now);
    this.#sentInSecond = 0;
  }

  /** 1 if the last window is not known. */
  #partToSend(): number {
    const { callsPerSecond, at } = this.#demand;
    const isKnown = Math.abs(this.#deps.clock() - at) < 2 * windowMs;
    return isKnown && callsPerSecond > this.#limit ? this.#limit / callsPerSecond : 1;
  }

  /** Runs in the background: no call waits for it. Never rejects. */
  async #refresh(now: EpochMs): Promise<void> {
    const { table, random, log } = this.#deps;
    this.#refreshedAt = now;
    const calls = Math.floor(this.#notCounted / countedCalls + random()) * countedCalls;
    this.#notCounted = 0;
    try {
      if (calls > 0) await table.update(countUpdate(this.#name, now, calls));
      const item = await table.get(demandKey(this.#name, now - windowMs), 'eventual');
      const counted = typeof item?.calls === 'number' ? item.calls : 0;
      this.#demand = { callsPerSecond: counted / (windowMs / 1_000), at: now };
    } catch (error) {
      log.warn('node_demand_not_read', {
        node: this.#name,
        detail: isNativeError(error) ? error.name : typeof error,
      });
    }
  }
}

const windowOf = (at: EpochMs): number => Math.floor(at / windowMs);

const demandKey = (name: string, at: EpochMs) => ({ pk: `calls to ${name}#${windowOf(at)}` });

const countUpdate = (name: string, at: EpochMs, calls: number) => ({
  key: demandKey(name, at),
  update: 'ADD calls :calls SET expiresAt = :expiresAt',
  values: { ':calls': calls, ':expiresAt': epochSecond(at) + keepSeconds },
});
