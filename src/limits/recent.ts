/** Far more items than one function process works on at a time. */
const maxItems = 10_000;

/** What a process knows of items or keys, by their names; of too many, the one set longest ago goes first. */
export class Recent<T> {
  readonly #known = new Map<string, T>();

  get(name: string): T | undefined {
    return this.#known.get(name);
  }

  set(name: string, value: T): void {
    this.#known.delete(name);
    this.#known.set(name, value);
    if (this.#known.size > maxItems) this.#known.delete(this.#known.keys().next().value ?? '');
  }

  delete(name: string): void {
    this.#known.delete(name);
  }
}
