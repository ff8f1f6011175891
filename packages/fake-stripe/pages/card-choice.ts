import * as v from 'valibot';
import type { CardChoice } from '../checkout/checkout-payment.ts';
import { type Html, html } from './html.ts';

const labels = {
  pays: 'Card that pays',
  is_declined: 'Card that is declined',
  asks: 'Card that asks for confirmation',
};

/** Buttons to choose how a card behaves. They send `card`, and `confirmed` if the cardholder confirms (3-D Secure). */
export const cardButtons = (): Html => html`<form method="post">
<fieldset>
<legend>Choose a card</legend>
${Object.entries(labels).map(([card, label]) => html`<button name="card" value="${card}">${label}</button>\n`)}
</fieldset>
</form>`;

/** The question of the cardholder's bank. */
export const confirmation = (
  card: CardChoice['card'] | undefined,
): Html => html`<p>Your bank asks you to confirm this payment (3-D Secure).</p>
<form method="post">
<input type="hidden" name="card" value="${card ?? 'saved'}">
<button name="confirmed" value="true">Confirm payment</button>
<button name="confirmed" value="false">Refuse</button>
</form>`;

const submitted = v.object({
  card: v.optional(v.picklist(['pays', 'is_declined', 'asks', 'saved', 'none']), 'saved'),
  confirmed: v.optional(v.picklist(['true', 'false'])),
});

export type Submitted = v.InferOutput<typeof submitted>;

/** Reads what the buttons sent. */
export const readSubmitted = (body: string): Submitted =>
  v.parse(submitted, Object.fromEntries(new URLSearchParams(body)));
