import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import * as v from 'valibot';
import { suspendAccount } from '../accounts/account-plan.ts';
import { AccountDeletedError } from '../directory/directory-reads.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import { type BillingDeps, byBilling } from './billing-deps.ts';
import { BadEventError, TooManyEventsError } from './billing-errors.ts';
import { accountOfCustomer } from './billing-rows.ts';
import { settleAccount, settleCustomer } from './settle-account.ts';
import { takeForEvent } from './stripe-budget.ts';
import { callStripe, isMissing } from './stripe-errors.ts';
import { idOf } from './stripe-lists.ts';

/** 256 KB: many times the largest event of the kinds that billing uses. */
export const maxEventBytes = 262_144;

const toleranceSeconds = 300;

type EventDeps = BillingDeps & { readonly signingSecret: string };

const namedSchema = v.object({
  id: v.string(),
  object: v.string(),
  customer: v.nullish(v.union([v.string(), v.object({ id: v.string() })])),
  charge: v.nullish(v.union([v.string(), v.object({ id: v.string() })])),
});

const eventSchema = v.object({ id: v.string(), type: v.string(), data: v.object({ object: namedSchema }) });

/** An event names an object; nothing else of it counts. */
type NamedObject = v.InferOutput<typeof namedSchema>;

/**
 * Takes one of Stripe's events. It only says where to look: the account is settled from what Stripe's API says now, so
 * lost, repeated and reordered events do no harm. Kinds of events that name no customer are ignored.
 * @param rawBody the request's body, byte for byte
 * @param signature the header Stripe-Signature
 * @throws {BadEventError} 400: it is not signed by Stripe, older than 5 minutes or as far in the future, sent
 *   before, or larger than 256 KB
 * @throws {TooManyEventsError} @throws every other error is to be answered 5xx, so that Stripe sends the event again
 */
export async function receiveEvent(deps: EventDeps, rawBody: Buffer, signature: string | undefined): Promise<void> {
  const timestamp = readTimestamp(signature);
  const parsed = v.safeParse(eventSchema, verifyEvent(deps, rawBody, signature, timestamp));
  if (!parsed.success) return;
  const { type, data } = parsed.output;
  // First, so that copies of an event take nothing from the others.
  await requireFirst(deps, rawBody, timestamp);
  if ((await takeForEvent(deps)) > 0) throw new TooManyEventsError();
  await callStripe(async () => {
    const customerId = await customerOf(deps, data.object);
    if (customerId === undefined) return;
    await settleCustomer(deps, customerId);
    if (type === 'radar.early_fraud_warning.created') await reportFraudWarning(deps, customerId);
  });
}

/**
 * The timestamp of the header. The SDK also takes other spellings of the same number, or a second one; they would make
 * a copy of a request look new.
 */
function readTimestamp(signature = ''): number {
  const [timestamp = '', ...others] = signature.split(',').filter((item) => item.startsWith('t='));
  const [, seconds] = /^t=([1-9]\d{0,11})$/.exec(timestamp) ?? [];
  if (seconds === undefined || others.length > 0) {
    throw new BadEventError('The header Stripe-Signature is missing or has no valid timestamp.');
  }
  return Number(seconds);
}

/** The signature is checked before anything else is done with the body. */
function verifyEvent(
  { stripe, signingSecret, clock }: EventDeps,
  rawBody: Buffer,
  signature: string | undefined,
  timestamp: number,
): unknown {
  if (rawBody.length > maxEventBytes) throw new BadEventError(`The event is larger than ${maxEventBytes} bytes.`);
  // The SDK only looks for old ones.
  if (timestamp > clock() / 1_000 + toleranceSeconds) throw new BadEventError('The event is from the future.');
  try {
    return stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      signingSecret,
      toleranceSeconds,
      undefined,
      clock(),
    );
  } catch (cause) {
    throw new BadEventError('The event is not signed with the signing secret, or is older than 5 minutes.', { cause });
  }
}

/**
 * Refuses a copy of an earlier request. Stripe signs each delivery with its own time, so only a copy has the same
 * timestamp and body. Both are taken as the SDK verifies them: the bytes can differ, for example by a byte order mark.
 */
async function requireFirst({ directory, clock }: EventDeps, rawBody: Buffer, timestamp: number): Promise<void> {
  const signedText = `${timestamp}.${new TextDecoder().decode(rawBody)}`;
  const hash = createHash('sha256').update(signedText).digest('hex');
  const expiresAt = Math.ceil(clock() / 1_000) + 2 * toleranceSeconds;
  try {
    await directory.put({ pk: `EVENT#${hash}`, sk: 'EVENT', expiresAt }, 'attribute_not_exists(pk)');
  } catch (error) {
    if (error instanceof ConditionFailedError) throw new BadEventError('The event was received before.');
    throw error;
  }
}

/** The customer that an event is about; disputes and fraud warnings name only their charge. */
async function customerOf({ stripe }: BillingDeps, { id, object, customer, charge }: NamedObject) {
  if (object === 'customer') return id;
  const named = idOf(customer ?? undefined);
  const chargeId = object === 'charge' ? id : idOf(charge ?? undefined);
  return named ?? (chargeId === undefined ? undefined : customerOfCharge(stripe, chargeId));
}

async function customerOfCharge(stripe: Stripe, chargeId: string): Promise<string | undefined> {
  try {
    const { customer } = await stripe.charges.retrieve(chargeId);
    return idOf(customer ?? undefined);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function reportFraudWarning(deps: BillingDeps, customerId: string): Promise<void> {
  const accountId = await accountOfCustomer(deps.directory, customerId);
  if (accountId === undefined) return;
  deps.log.warn('fraud_warning', { accountId, suspends: deps.settings.onFraudWarning === 'suspend' });
  if (deps.settings.onFraudWarning !== 'suspend') return;
  try {
    await suspendAccount(deps, { accountId, origin: byBilling });
    await settleAccount(deps, accountId);
  } catch (error) {
    if (!(error instanceof AccountDeletedError)) throw error;
  }
}
