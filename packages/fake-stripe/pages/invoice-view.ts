import * as v from 'valibot';
import { readObject } from '../checked-call.ts';
import type { FakeStripe } from '../fake-stripe.ts';

const schema = v.object({
  id: v.string(),
  number: v.nullable(v.string()),
  status: v.string(),
  created: v.number(),
  currency: v.string(),
  total: v.number(),
  amount_due: v.number(),
  amount_remaining: v.number(),
  starting_balance: v.number(),
  ending_balance: v.nullable(v.number()),
  customer_email: v.nullable(v.string()),
  hosted_invoice_url: v.nullable(v.string()),
  invoice_pdf: v.nullable(v.string()),
  lines: v.object({ data: v.array(v.object({ description: v.string(), amount: v.number() })) }),
});

/** What the pages show of an invoice. */
export type InvoiceView = v.InferOutput<typeof schema>;

export const readInvoice = (fake: FakeStripe, id: string): InvoiceView =>
  readObject(fake, schema, `/v1/invoices/${id}`);

/** The newest invoices of a customer. */
export const readInvoices = (fake: FakeStripe, customer: string): readonly InvoiceView[] =>
  readObject(fake, v.object({ data: v.array(schema) }), '/v1/invoices', { customer, limit: 24 }).data;
