import Stripe from 'stripe';
import type { FakeEvent } from '../objects/fake-objects.ts';
import { type EventFaults, noFaults } from './event-faults.ts';

/** Sends the body of an event with the header `stripe-signature`. Resolves to the status; rejects if there is none. */
export type SendEvent = (body: string, signature: string) => Promise<number>;

type Delivery = {
  readonly event: FakeEvent;
  readonly dueAt: number;
  readonly attempt: number;
  /** It repeats a delivery that arrived. */
  readonly repeats: boolean;
};

type DeliveryOptions = {
  readonly send: SendEvent;
  readonly signingSecret: string;
  /** When deliveries are due; the fake's clock, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** The clock of the receiver, for the time in the signature. Also with a test clock, Stripe signs with real time. */
  readonly signatureClock: () => number;
  readonly random: () => number;
};

const second = 1_000;
/** Stripe sends an event again for up to three days (docs.stripe.com/webhooks#retries). */
const giveUpAfter = 3 * 86_400 * second;
const longestPause = 3_600 * second;
const kept = 100;

/** Sends events one after another, again after an error, and with the faults that are ordered. */
export class EventDelivery {
  readonly #options: DeliveryOptions;
  readonly #recent: FakeEvent[] = [];
  #queue: Delivery[] = [];
  #faults = noFaults;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Orders faults for the events that happen from now on. */
  setFaults(faults: EventFaults): void {
    this.#faults = faults;
  }

  /** How many deliveries wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The time at which the next delivery is due, by the fake's clock; undefined if none waits. */
  get nextDueAt(): number | undefined {
    return this.#queue.length === 0 ? undefined : Math.min(...this.#queue.map(({ dueAt }) => dueAt));
  }

  /** Takes an event that happened. */
  accept(event: FakeEvent): void {
    this.#recent.push(event);
    if (this.#recent.length > kept) this.#recent.shift();
    if (!this.#happens(this.#faults.lose)) this.#enqueue(event);
  }

  /**
   * Sends one of the last hundred events again, or without an id all of them.
   * @returns how many
   */
  resend(eventId?: string): number {
    const events = this.#recent.filter(({ id }) => eventId === undefined || id === eventId);
    for (const event of events) this.#enqueue(event);
    return events.length;
  }

  /** Sends what is due. Events that their receiver makes happen are sent too, if they are due. */
  deliverDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#deliverDue());
    return this.#running;
  }

  async #deliverDue(): Promise<void> {
    for (let next = this.#takeDue(); next; next = this.#takeDue()) await this.#deliver(next);
  }

  #takeDue(): Delivery | undefined {
    const now = this.#options.clock();
    const index = this.#queue.findIndex(({ dueAt }) => dueAt <= now);
    return index === -1 ? undefined : this.#queue.splice(index, 1)[0];
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { send, signingSecret, signatureClock } = this.#options;
    const body = JSON.stringify(delivery.event);
    const timestamp = Math.floor(signatureClock() / second);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: signingSecret, timestamp });
    const status = await send(body, signature).catch(() => 0);
    if (status < 200 || status > 299) this.#sendLater(delivery);
    else if (!delivery.repeats && this.#happens(this.#faults.repeat)) this.#enqueue(delivery.event, true);
  }

  #sendLater(delivery: Delivery): void {
    const now = this.#options.clock();
    if (now - delivery.event.created * second > giveUpAfter) return;
    const pause = Math.min(second * 2 ** delivery.attempt, longestPause);
    this.#queue.push({ ...delivery, dueAt: now + pause, attempt: delivery.attempt + 1 });
  }

  #enqueue(event: FakeEvent, repeats = false): void {
    const { clock, random } = this.#options;
    const delivery = { event, dueAt: clock() + random() * this.#faults.delayMilliseconds, attempt: 0, repeats };
    const index = this.#happens(this.#faults.reorder) ? Math.floor(random() * this.#queue.length) : this.#queue.length;
    this.#queue.splice(index, 0, delivery);
  }

  #happens(chance: number): boolean {
    return chance > 0 && this.#options.random() < chance;
  }
}
