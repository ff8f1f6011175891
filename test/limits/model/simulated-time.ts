import { setImmediate as nextTurn } from 'node:timers/promises';

type Event = { readonly at: number; readonly run: () => void | Promise<void> };

/** A simulated time that jumps from event to event. */
export class SimulatedTime {
  now: number;
  #events: Event[] = [];

  constructor(now: number) {
    this.now = now;
  }

  /** Schedules an event. Events at the same time run in the order in which they were scheduled. */
  after(ms: number, run: Event['run']): void {
    const at = this.now + ms;
    const index = this.#events.findLastIndex((event) => event.at <= at);
    this.#events.splice(index + 1, 0, { at, run });
  }

  /** Runs until no event is scheduled, or until a time. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let [event] = this.#events; event && event.at <= until; [event] = this.#events) {
      this.#events.shift();
      this.now = event.at;
      await event.run();
      // Lets everything that waited for the event continue until it needs another one.
      await nextTurn();
    }
    if (Number.isFinite(until)) this.now = until;
  }
}
