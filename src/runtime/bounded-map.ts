const maxEntries = 10_000;

/** When it is full, the entry that was set longest ago is removed. */
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
