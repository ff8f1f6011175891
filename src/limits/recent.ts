/** Far more keys than one function process serves at a time. */
const maxKeys = 10_000;

/** What a process knows of keys, by their ids; of too many, the one set longest ago goes first. */
export class Recent<T> {
  readonly #known = new Map<string, T>();

  get(keyId: string): T | undefined {
    return this.#known.get(keyId);
  }

  set(keyId: string, value: T): void {
    this.#known.delete(keyId);
    this.#known.set(keyId, value);
    if (this.#known.size > maxKeys) this.#known.delete(this.#known.keys().next().value ?? '');
  }
}
