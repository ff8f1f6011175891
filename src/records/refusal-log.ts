import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Outcome } from './outcome.ts';

/** A process writes its lines at once for the first refusal, and then once a minute. */
const everyMs = 60_000;

/** The most keys and outcomes with a line of their own; further ones share one, without a key. */
const maxLines = 100;

type Line = { readonly keyId?: string; readonly outcome: Outcome; readonly count: number };

/** Logs which keys were refused and why, as `key_refused`: a line for each refusal would be a cost that callers run up. */
export class RefusalLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  count(keyId: string, outcome: Outcome): void {
    const own = `${keyId} ${outcome}`;
    const isNamed = this.#lines.has(own) || this.#lines.size < maxLines;
    const name = isNamed ? own : outcome;
    const count = (this.#lines.get(name)?.count ?? 0) + 1;
    this.#lines.set(name, { ...(isNamed && { keyId }), outcome, count });
    this.write();
  }

  /** Writes the lines when they are due. */
  write(): void {
    if (this.#lines.size === 0 || this.#clock() - this.#loggedAt < everyMs) return;
    for (const line of this.#lines.values()) this.#log.info('key_refused', line);
    this.#lines.clear();
    this.#loggedAt = this.#clock();
  }
}
