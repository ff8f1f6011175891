import { BoundedMap } from '../runtime/bounded-map.ts';
import type { Clock } from '../time.ts';

/** Faults of a node with one method, since its last success with it. */
type Faults = { readonly inRow: number; readonly accounts: ReadonlySet<string>; readonly until: number };

/** One account alone can send calls with which any node fails. So it takes two accounts, or several faults in a row. */
const accountsWithFaults = 2;
const faultsInRow = 3;

/** After this time without a fault, the node is tried in its usual place again. The next fault ends that. */
const keepMs = 60_000;

/** The methods of a request, each once, and the account that sent it. */
export type CallsOfAccount = { readonly methods: readonly string[]; readonly accountId: string };

/**
 * Remembers which nodes fail with which method, such as one that is not on the operator's plan there. Such a node is the
 * last for that method, and keeps its place for all others. One success ends it.
 */
export class MethodFaults {
  readonly #clock: Clock;
  /** By the node's URL and the method. */
  readonly #nodes = new Map<string, BoundedMap<Faults>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request with several methods does not show which of them the node fails with. */
  failed(url: string, { methods, accountId }: CallsOfAccount): void {
    const [method, ...others] = methods;
    if (method === undefined || others.length > 0) return;
    const known = this.#nodes.get(url) ?? new BoundedMap<Faults>();
    const { inRow, accounts } = known.get(method) ?? { inRow: 0, accounts: new Set<string>() };
    const isNew = accounts.size < accountsWithFaults && !accounts.has(accountId);
    known.set(method, {
      inRow: inRow + 1,
      accounts: isNew ? new Set([...accounts, accountId]) : accounts,
      until: this.#clock() + keepMs,
    });
    this.#nodes.set(url, known);
  }

  succeeded(url: string, { methods }: CallsOfAccount): void {
    const known = this.#nodes.get(url);
    for (const method of known ? methods : []) known?.delete(method);
  }

  /** The node fails as a whole, which explains its faults. */
  forget(url: string): void {
    this.#nodes.delete(url);
  }

  isLast(url: string, methods: readonly string[]): boolean {
    const known = this.#nodes.get(url);
    return known !== undefined && methods.some((method) => this.#counts(known.get(method)));
  }

  #counts(faults: Faults | undefined): boolean {
    if (!faults || faults.until <= this.#clock()) return false;
    return faults.inRow >= faultsInRow || faults.accounts.size >= accountsWithFaults;
  }
}
