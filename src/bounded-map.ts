/** Far more entries than one function process works on at a time. */
const maxEntries = 10_000;

/** A map that cannot grow without end: when it is full, the entry that was set longest ago makes room. */
export class BoundedMap<T> {
  readonly #entries = new Map<string, T>();

  get(name: string): T | undefined {
    return this.#entries.get(name);
  }

  set(name: string, value: T): void {
    this.#entries.delete(name);
    this.#entries.set(name, value);
    if (this.#entries.size > maxEntries) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}
