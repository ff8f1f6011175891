import { setImmediate as nextTurn } from 'node:timers/promises';

type Event = {
  readonly at: number;
  /** Counts the events in the order in which they were scheduled. */
  readonly order: number;
  readonly run: () => void | Promise<void>;
};

/** A simulated time that jumps from event to event. */
export class SimulatedTime {
  /** Ms since the epoch, also between whole milliseconds. */
  now: number;
  /** A binary heap: each event is before the two at twice its index. */
  readonly #events: Event[] = [];
  #scheduled = 0;

  constructor(now: number) {
    this.now = now;
  }

  /** Schedules an event. Events at the same time run in the order in which they were scheduled. */
  after(ms: number, run: Event['run']): void {
    this.#scheduled += 1;
    const event = { at: this.now + ms, order: this.#scheduled, run };
    let index = this.#events.length;
    for (let parent = parentOf(index); index > 0; parent = parentOf(index)) {
      const above = this.#events[parent];
      if (!above || isBefore(above, event)) break;
      this.#events[index] = above;
      index = parent;
    }
    this.#events[index] = event;
  }

  /** Resolves at a later time. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Runs until no event is scheduled, or until a time. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let event = this.#events[0]; event && event.at <= until; event = this.#events[0]) {
      this.#removeFirst();
      this.now = event.at;
      await event.run();
      // Node runs all callbacks of promises before the next turn: whatever waited for the event has continued by then.
      await nextTurn();
    }
    if (Number.isFinite(until)) this.now = until;
  }

  #removeFirst(): void {
    const last = this.#events.pop();
    if (!last || this.#events.length === 0) return;
    let index = 0;
    for (let next = this.#childToMoveUp(index, last); next; next = this.#childToMoveUp(index, last)) {
      this.#events[index] = next.event;
      index = next.index;
    }
    this.#events[index] = last;
  }

  /** The earlier child of an index, if it is before an event. */
  #childToMoveUp(index: number, event: Event): { readonly index: number; readonly event: Event } | undefined {
    const [left, right] = [this.#events[2 * index + 1], this.#events[2 * index + 2]];
    const isRight = left !== undefined && right !== undefined && isBefore(right, left);
    const child = isRight ? right : left;
    return child && isBefore(child, event) ? { index: 2 * index + (isRight ? 2 : 1), event: child } : undefined;
  }
}

const parentOf = (index: number): number => (index - 1) >> 1;

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
