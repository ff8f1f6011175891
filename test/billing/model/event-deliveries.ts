import type { FakeEvent } from '../../../packages/fake-stripe/objects/fake-objects.ts';
import { BadEventError } from '../../../src/billing/billing-errors.ts';
import { receiveEvent } from '../../../src/billing/receive-event.ts';
import type { BillingWorld } from './billing-world.ts';
import type { EventMode } from './history.ts';
import type { Ending } from './processes.ts';

const signingSecret = 'whsec_model';
/** Stripe sends many events about one thing; a few of them show as much. */
const atOnce = 2;

/** Delivers one event as Stripe does: each delivery has its own signature. */
export async function deliver({ deps, now }: BillingWorld, event: FakeEvent): Promise<void> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(now / 1_000);
  const signature = deps.stripe.webhooks.generateTestHeaderString({ payload, secret: signingSecret, timestamp });
  await receiveEvent({ ...deps, signingSecret }, Buffer.from(payload), signature);
}

/** Which of the waiting events are delivered now: the rest waits, or is lost. */
export function takeEvents({ events }: BillingWorld, mode: EventMode, random: () => number): FakeEvent[] {
  if (mode === 'late') return [];
  const waiting = events.splice(0);
  if (mode === 'lost') return [];
  const last = waiting.slice(-1);
  if (mode === 'prompt') return waiting.length > atOnce ? [...waiting.slice(0, 1), ...last] : waiting;
  // Out of order, one of them twice, the others lost.
  const one = waiting[Math.floor(random() * waiting.length)];
  return one ? [...last, one, one] : [];
}

/** Starts deliveries as processes. An event that is not accepted is sent again later. */
export function startDeliveries(
  world: BillingWorld,
  events: readonly FakeEvent[],
  onEnd: (ending: Ending) => void,
): void {
  for (const event of events) {
    world.processes.start(
      'event',
      () => deliver(world, event),
      (ending) => {
        const isBad = ending instanceof BadEventError;
        if (ending !== 'done' && !isBad) world.events.push(event);
        onEnd(ending);
      },
    );
  }
}
