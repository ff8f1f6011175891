import { solana } from '../../../src/chains/solana.ts';

type Faults = { readonly accounts: readonly string[]; readonly lastAt: number };

/** A node is the last for a method for this long after a fault, in ms. */
const keptMs = 60_000;

const methodNotFound = -32_601;

/**
 * Which nodes fail with which method, by docs/failures.md: after faults in calls of two accounts, and for one account after
 * three of it in a row. After errors that no table knows, where another node had a result: after three in a row, of two
 * accounts.
 */
export class MethodRanks {
  readonly #faults = new Map<string, Faults>();
  readonly #doubts = new Map<string, Faults>();
  readonly #answeredAt = new Map<string, number>();

  /** A request with several methods blames none. */
  failed(node: number, methods: readonly string[], account: string, now: number): void {
    if (methods.length === 1) add(this.#faults, keyOf(node, methods[0]), account, now);
  }

  /** Another node had a result. */
  outdone(node: number, method: string, code: number | undefined, account: string, now: number): void {
    add(code === methodNotFound ? this.#faults : this.#doubts, keyOf(node, method), account, now);
  }

  succeeded(node: number, methods: readonly string[], now: number): void {
    for (const method of methods) if (solana.methods.has(method)) this.#answeredAt.set(keyOf(node, method), now);
    for (const all of [this.#faults, this.#doubts]) for (const method of methods) all.delete(keyOf(node, method));
  }

  forget(node: number): void {
    for (const all of [this.#faults, this.#doubts])
      for (const key of all.keys()) if (key.startsWith(`${node} `)) all.delete(key);
  }

  /** Within the minute, and without faults in calls of several accounts since then. */
  hasAnswered(node: number, methods: readonly string[], now: number): boolean {
    return methods.every((method) => {
      const key = keyOf(node, method);
      const at = this.#answeredAt.get(key) ?? Number.NEGATIVE_INFINITY;
      return now < at + keptMs && !isOfSeveral(lastThree(this.#faults.get(key), now));
    });
  }

  /** The order, with the nodes that fail with one of the methods behind all others. */
  lastOnes(order: readonly number[], methods: readonly string[], account: string, now: number): number[] {
    const isLast = (node: number) =>
      methods.some((method) => {
        const [faults, doubts] = [this.#faults, this.#doubts].map((all) =>
          lastThree(all.get(keyOf(node, method)), now),
        );
        const isOwnRow = isRow(faults) && !isOfSeveral(faults) && faults?.[0] === account;
        return isOwnRow || isOfSeveral(faults) || (isRow(doubts) && isOfSeveral(doubts));
      });
    return [...order.filter((node) => !isLast(node)), ...order.filter(isLast)];
  }
}

const keyOf = (node: number, method: string | undefined): string => `${node} ${method}`;

function add(all: Map<string, Faults>, key: string, account: string, now: number): void {
  all.set(key, { accounts: [...(all.get(key)?.accounts ?? []), account], lastAt: now });
}

const lastThree = (faults: Faults | undefined, now: number): readonly string[] =>
  faults && now < faults.lastAt + keptMs ? faults.accounts.slice(-3) : [];

const isRow = (accounts: readonly string[] = []): boolean => accounts.length === 3;
const isOfSeveral = (accounts: readonly string[] = []): boolean => new Set(accounts).size > 1;
