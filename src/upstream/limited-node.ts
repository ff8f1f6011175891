import type { Log } from '../log.ts';
import { builtIn } from '../runtime/built-in.ts';
import { ConditionFailedError, type Item, type ItemTable, type UpdateRequest } from '../table/item-table.ts';
import { type Clock, type EpochMs, epochSecond } from '../time.ts';
import { fairShare } from './fair-share.ts';
import { countUpdate, groupOf, groupsIn, numberIn, secondKey, setUpdate, takeUpdate } from './node-second.ts';

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

type GroupAt = { readonly at: EpochMs; readonly group: number };

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
      await this.#count(takeUpdate(taken, this.#limit), taken);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) this.#refused(known, taken, error.item);
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
    await this.#inBackground(() => this.#count(countUpdate(check), check));
  }

  #knownIn(second: number): KnownSecond {
    if (this.#known.second !== second) this.#known = { second, isFull: false, groupsAtShare: new Set() };
    return this.#known;
  }

  #refused(known: KnownSecond, { at, group }: GroupAt, item: Item | undefined): void {
    known.isFull ||= numberIn(item, 'sent') >= this.#limit;
    const perGroup = numberIn(item, 'perGroup');
    if (perGroup > 0 && numberIn(item, `g${group}`) >= perGroup) known.groupsAtShare.add(group);
    if (numberIn(item, `r${group}`) > 0) return;
    void this.#inBackground(() => this.#deps.table.update(setUpdate(this.#name, at, `r${group}`, 1)));
  }

  /** Only one request of a second finds no calls before its own: it divides the second. */
  async #count(update: UpdateRequest, { at, calls }: { readonly at: EpochMs; readonly calls: number }): Promise<void> {
    const item = await this.#deps.table.update(update);
    if (numberIn(item, 'sent') === calls) void this.#inBackground(() => this.#divide(at));
  }

  async #divide(at: EpochMs): Promise<void> {
    const { table } = this.#deps;
    const before = await table.get(secondKey(this.#name, epochSecond(at) - 1));
    const perGroup = fairShare(groupsIn(before), this.#limit);
    if (perGroup !== undefined) await table.update(setUpdate(this.#name, at, 'perGroup', perGroup));
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
