import { setImmediate as nextTurn } from 'node:timers/promises';

type Event = { readonly at: number; readonly run: () => void | Promise<void> };

/** A time that passes from event to event, as fast as they can be handled. */
export class SimulatedTime {
  now: number;
  #events: Event[] = [];

  constructor(now: number) {
    this.now = now;
  }

  /** Has something happen later; of events at the same time, in the order in which they were scheduled. */
  after(ms: number, run: Event['run']): void {
    const at = this.now + ms;
    const index = this.#events.findLastIndex((event) => event.at <= at);
    this.#events.splice(index + 1, 0, { at, run });
  }

  /** Runs until nothing more is scheduled, or until a moment. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let [event] = this.#events; event && event.at <= until; [event] = this.#events) {
      this.#events.shift();
      this.now = event.at;
      await event.run();
      // Whatever was waiting for the event goes on, as far as it can without another one.
      await nextTurn();
    }
    if (Number.isFinite(until)) this.now = until;
  }
}
