import type { Log } from '../log.ts';
import { builtIn } from '../runtime/built-in.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import { type Clock, type EpochMs, epochSecond } from '../time.ts';
import { fairShare } from './fair-share.ts';
import {
  countUpdate,
  groupOf,
  type NodeSecond,
  readNodeSecond,
  refusalUpdate,
  secondKey,
  shareUpdate,
  takeUpdate,
} from './node-second.ts';

const { isNativeError } = builtIn('node:util/types');

export type LimitedNodeDeps = {
  /** The table Admissions, whose items expire. It tries each write once. */
  readonly table: Pick<ItemTable, 'get' | 'update'>;
  /** Corrected by DynamoDB's answers. */
  readonly clock: Clock;
  readonly log: Log;
};

/** What a process knows of the present second. Both only become true: within a second, counts only grow. */
type KnownSecond = { readonly second: number; isFull: boolean; readonly groupsAtShare: Set<number> };

/**
 * A node to which all processes together send at most so many calls in a second. Each call is counted in one item before it
 * is sent. While accounts ask for more, the first call of a second divides it by what they did in the second before.
 */
export class LimitedNode {
  readonly #name: string;
  readonly #limit: number;
  readonly #deps: LimitedNodeDeps;
  #known: KnownSecond = { second: 0, isFull: false, groupsAtShare: new Set() };

  /** @param name unique among all nodes of all networks */
  constructor(name: string, limit: number, deps: LimitedNodeDeps) {
    this.#name = name;
    this.#limit = limit;
    this.#deps = deps;
  }

  /** Counts calls, if they may be sent to the node together. No, if they cannot be counted. */
  async take(accountId: string, calls: number): Promise<boolean> {
    if (calls > this.#limit) return false;
    const at = this.#deps.clock();
    const known = this.#knownIn(epochSecond(at));
    const group = groupOf(accountId, at);
    if (known.isFull || known.groupsAtShare.has(group)) return false;
    const taken = { node: this.#name, at, group, calls };
    try {
      this.#divideIfFirst(at, calls, readNodeSecond(await this.#deps.table.update(takeUpdate(taken, this.#limit))));
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) this.#refused(known, taken, readNodeSecond(error.item));
      else {
        // As for keys, a process waits for DynamoDB once a second.
        known.isFull = true;
        this.#logFailure(error);
      }
      return false;
    }
  }

  /** Counts a health check, which is sent whatever the limit: without it, a failing node would keep its place. */
  async countCheck(accountId: string): Promise<void> {
    const at = this.#deps.clock();
    const check = { node: this.#name, at, group: groupOf(accountId, at), calls: 1 };
    await this.#inBackground(async () => {
      this.#divideIfFirst(at, 1, readNodeSecond(await this.#deps.table.update(countUpdate(check))));
    });
  }

  #knownIn(second: number): KnownSecond {
    if (this.#known.second !== second) this.#known = { second, isFull: false, groupsAtShare: new Set() };
    return this.#known;
  }

  #refused(
    known: KnownSecond,
    { at, group }: { readonly at: EpochMs; readonly group: number },
    { sent, groups, perGroup }: NodeSecond,
  ): void {
    known.isFull ||= sent >= this.#limit;
    const calls = groups.get(group);
    if (perGroup !== undefined && (calls?.sent ?? 0) >= perGroup) known.groupsAtShare.add(group);
    if (calls?.wasRefused) return;
    void this.#inBackground(() => this.#deps.table.update(refusalUpdate({ node: this.#name, at, group })));
  }

  /** Only one call of a second finds nothing before it. */
  #divideIfFirst(at: EpochMs, calls: number, { sent }: NodeSecond): void {
    if (sent === calls) void this.#inBackground(() => this.#divide(at));
  }

  async #divide(at: EpochMs): Promise<void> {
    const { table } = this.#deps;
    const { groups } = readNodeSecond(await table.get(secondKey(this.#name, epochSecond(at) - 1)));
    const perGroup = fairShare([...groups.values()], this.#limit);
    if (perGroup !== undefined) await table.update(shareUpdate(this.#name, at, perGroup));
  }

  /** No call waits for it. Never rejects. */
  async #inBackground(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#logFailure(error);
    }
  }

  #logFailure(error: unknown): void {
    const detail = isNativeError(error) ? error.name : typeof error;
    this.#deps.log.warn('node_calls_not_counted', { node: this.#name, detail });
  }
}
