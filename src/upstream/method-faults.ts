import type { Chain } from '../chains/chain.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import type { Clock, EpochMs } from '../time.ts';

/** Faults of a node with one method in a row: the accounts that met the last three of them. */
type Faults = { readonly accounts: readonly string[]; readonly until: EpochMs };

const faultsInRow = 3;

/**
 * After this time without a fault, the node is tried in its usual place again. The next fault ends that. So long an answer
 * shows that the node has the method.
 */
const keepMs = 60_000;

/** The methods of a request, each once, and the account that sent it. */
export type CallsOfAccount = { readonly methods: readonly string[]; readonly accountId: string };

/**
 * Remembers which nodes fail with which method, such as one that is not on the operator's plan there. Such a node is the
 * last for that method, and keeps its place for all others. One success ends it.
 */
export class MethodFaults {
  readonly #clock: Clock;
  readonly #faults = new FaultsByNode();
  readonly #doubts = new FaultsByNode();
  /** By the node's URL and the method, of those that the chain lists: callers can invent any number of others. */
  readonly #answeredAt = new Map<string, EpochMs>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request with several methods does not show which of them the node fails with. */
  failed(url: string, { methods, accountId }: CallsOfAccount): void {
    const [method, ...others] = methods;
    if (method !== undefined && others.length === 0) this.#faults.add(url, method, accountId, this.#clock() + keepMs);
  }

  /** The node gave an error that no table knows, and another node a result. */
  doubted(url: string, method: string, accountId: string): void {
    this.#doubts.add(url, method, accountId, this.#clock() + keepMs);
  }

  succeeded(url: string, chain: Pick<Chain, 'methods'>, methods: readonly string[]): void {
    const now = this.#clock();
    for (const method of methods) if (chain.methods.has(method)) this.#answeredAt.set(`${url} ${method}`, now);
    this.#faults.end(url, methods);
    this.#doubts.end(url, methods);
  }

  /** The node fails as a whole, which explains its faults. */
  forget(url: string): void {
    this.#faults.forget(url);
    this.#doubts.forget(url);
  }

  /**
   * One account alone can send calls with which any node fails. So it takes two accounts to make the node the last for
   * all, and several faults in a row for that account. A doubt may be right for one block and wrong for the next, so it
   * takes both.
   */
  isLast(url: string, { methods, accountId }: CallsOfAccount): boolean {
    const now = this.#clock();
    return methods.some((method) => {
      const faults = this.#faults.accountsOf(url, method, now);
      const doubts = this.#doubts.accountsOf(url, method, now);
      const isLastForAccount = isRow(faults) && faults.every((account) => account === accountId);
      return areSeveral(faults) || isLastForAccount || (isRow(doubts) && areSeveral(doubts));
    });
  }

  /** The node has answered each of the methods a short time ago, and since then failed at most one account with it. */
  answers(url: string, methods: readonly string[]): boolean {
    const now = this.#clock();
    return methods.every((method) => {
      const answeredAt = this.#answeredAt.get(`${url} ${method}`) ?? Number.NEGATIVE_INFINITY;
      return now - answeredAt < keepMs && !areSeveral(this.#faults.accountsOf(url, method, now));
    });
  }
}

const isRow = (accounts: readonly string[]): boolean => accounts.length >= faultsInRow;
const areSeveral = (accounts: readonly string[]): boolean => new Set(accounts).size > 1;

/** By the node's URL and the method. */
class FaultsByNode {
  readonly #nodes = new Map<string, BoundedMap<Faults>>();

  accountsOf(url: string, method: string, now: EpochMs): readonly string[] {
    const faults = this.#nodes.get(url)?.get(method);
    return faults && faults.until > now ? faults.accounts : [];
  }

  add(url: string, method: string, account: string, until: EpochMs): void {
    const known = this.#nodes.get(url) ?? new BoundedMap<Faults>();
    const accounts = [...(known.get(method)?.accounts ?? []), account].slice(-faultsInRow);
    known.set(method, { accounts, until });
    this.#nodes.set(url, known);
  }

  end(url: string, methods: readonly string[]): void {
    const known = this.#nodes.get(url);
    for (const method of known ? methods : []) known?.delete(method);
  }

  forget(url: string): void {
    this.#nodes.delete(url);
  }
}
