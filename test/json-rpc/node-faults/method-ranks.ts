type Faults = { inRow: number; readonly accounts: Set<string>; lastAt: number };

/** A node is the last for a method for this long after a fault, in ms. */
const keptMs = 60_000;

/** Which nodes fail with which method, by docs/failures.md: two accounts or three faults in a row, until one success. */
export class MethodRanks {
  readonly #faults = new Map<string, Faults>();

  /** A request with several methods blames none. */
  failed(node: number, methods: readonly string[], account: string, now: number): void {
    if (methods.length !== 1) return;
    const key = keyOf(node, methods[0]);
    const faults = this.#faults.get(key) ?? { inRow: 0, accounts: new Set(), lastAt: now };
    faults.inRow += 1;
    faults.accounts.add(account);
    faults.lastAt = now;
    this.#faults.set(key, faults);
  }

  succeeded(node: number, methods: readonly string[]): void {
    for (const method of methods) this.#faults.delete(keyOf(node, method));
  }

  forget(node: number): void {
    for (const key of this.#faults.keys()) if (key.startsWith(`${node} `)) this.#faults.delete(key);
  }

  /** The order, with the nodes that fail with one of the methods behind all others. */
  lastOnes(order: readonly number[], methods: readonly string[], now: number): number[] {
    const isLast = (node: number) => methods.some((method) => this.#counts(this.#faults.get(keyOf(node, method)), now));
    return [...order.filter((node) => !isLast(node)), ...order.filter(isLast)];
  }

  #counts(faults: Faults | undefined, now: number): boolean {
    return faults !== undefined && now < faults.lastAt + keptMs && (faults.inRow >= 3 || faults.accounts.size >= 2);
  }
}

const keyOf = (node: number, method: string | undefined): string => `${node} ${method}`;
