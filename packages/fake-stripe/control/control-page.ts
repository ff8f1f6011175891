import * as v from 'valibot';
import { readObject } from '../checked-call.ts';
import type { HttpAnswer } from '../http/stripe-api.ts';
import { type Html, html } from '../pages/html.ts';
import { formatDate, formatMoney } from '../pages/money.ts';
import { pageAnswer } from '../pages/page-answer.ts';
import type { ControlTarget } from './control-target.ts';

const customers = v.object({ data: v.array(v.object({ id: v.string(), email: v.nullable(v.string()) })) });

const charges = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      created: v.number(),
      amount: v.number(),
      amount_refunded: v.number(),
      currency: v.string(),
      disputed: v.boolean(),
      status: v.string(),
    }),
  ),
});

const shown = { limit: 20 };

/** The controls as a page, for people. Its forms send what the JSON of the controls has. */
export function showControls({ fake, api, events }: ControlTarget): HttpAnswer {
  return pageAnswer(
    'Controls',
    html`<p>${api.requests} requests to the API, ${events.waiting} waiting events</p>
<h2>Clock</h2>
<form method="post" action="/_control/clock">
<p>It is ${new Date(fake.now()).toISOString()} at this fake.</p>
<label>Days <input name="days" type="number" min="1" value="1" required></label> <button>Move the clock forward</button>
</form>
<h2>Customers</h2>
${readObject(fake, customers, '/v1/customers', shown).data.map(customerForm)}
<h2>Payments</h2>
${readObject(fake, charges, '/v1/charges', shown).data.map(chargeForm)}
<h2>Events</h2>
${eventForm}
<h2>Outage</h2>
${outageForm}`,
  );
}

const customerForm = ({
  id,
  email,
}: {
  id: string;
  email: string | null;
}): Html => html`<form method="post" action="/_control/card">
<p>${email ?? id} <input type="hidden" name="customer" value="${id}">
<button name="card" value="pays">Card pays</button>
<button name="card" value="is_declined">Card is declined</button>
<button name="card" value="asks">Card asks for confirmation</button></p>
</form>
`;

type Charge = v.InferOutput<typeof charges>['data'][number];

function chargeForm({ id, created, amount, currency, status, amount_refunded: refunded, disputed }: Charge): Html {
  const notes = [
    status,
    ...(refunded > 0 ? [`${formatMoney(refunded, currency)} refunded`] : []),
    ...(disputed ? ['disputed'] : []),
  ];
  return html`<form method="post">
<p>${formatDate(created)}: ${formatMoney(amount, currency)}, ${notes.join(', ')} <input type="hidden" name="charge" value="${id}">
<button formaction="/_control/refund">Refund</button>
<button formaction="/_control/dispute">Dispute</button>
<button formaction="/_control/early-fraud-warning">Warn of fraud</button></p>
</form>
`;
}

const chance = (name: string, label: string): Html =>
  html`<label>${label} <input name="${name}" type="number" min="0" max="1" step="0.1" value="0" required></label>\n`;

const eventForm = html`<form method="post" action="/_control/events">
<fieldset>
<legend>Chances from 0 to 1</legend>
${[chance('lose', 'Lost'), chance('repeat', 'Repeated'), chance('reorder', 'Reordered')]}
</fieldset>
<label>Longest delay in milliseconds <input name="delayMilliseconds" type="number" min="0" value="0" required></label>
<button>Order faults</button>
</form>
<form method="post" action="/_control/events/resend"><button>Send the last hundred events again</button></form>`;

const outageForm = html`<form method="post" action="/_control/outage">
<label>Kind <select name="kind">
<option value="error">answers 503</option>
<option value="refused">breaks connections</option>
<option value="answer_lost">works, but does not answer</option>
<option value="none">none</option>
</select></label>
<label>Seconds <input name="seconds" type="number" min="1" value="60" required></label>
<button>Order outage</button>
</form>`;
