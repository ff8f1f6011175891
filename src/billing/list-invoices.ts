import type Stripe from 'stripe';
import { findAccount } from '../directory/directory-reads.ts';
import type { EpochMs } from '../time.ts';
import type { BillingDeps } from './billing-deps.ts';
import { InvoiceCursorError } from './billing-errors.ts';
import { callStripe, isRefusal } from './stripe-errors.ts';
import type { Money } from './stripe-prices.ts';

/** An invoice that is final. `pdfUrl` and `paymentUrl` (of open invoices) are at Stripe. */
export type InvoiceRow = Money & {
  readonly invoiceId: string;
  readonly number: string | null;
  readonly at: EpochMs;
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void';
  readonly pdfUrl: string | null;
  readonly paymentUrl: string | null;
};

/** `nextCursor` is the `cursor` of the next page; undefined on the last one. A page may have fewer rows than `limit`. */
export type InvoicePage = { readonly invoices: readonly InvoiceRow[]; readonly nextCursor: string | undefined };

/**
 * An account's invoices, newest first. Stripe looks only among the customer's own, whatever the cursor says.
 * @param limit 1 to 100
 * @throws {InvoiceCursorError} @throws {BillingUnavailableError}
 */
export const listInvoices = (
  { stripe, directory }: Pick<BillingDeps, 'stripe' | 'directory'>,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<InvoicePage> =>
  callStripe(async () => {
    const { billing } = await findAccount(directory, accountId);
    if (!billing) return { invoices: [], nextCursor: undefined };
    const after = cursor === undefined ? {} : { starting_after: cursor };
    try {
      const { data, has_more } = await stripe.invoices.list({ customer: billing.customerId, limit, ...after });
      return { invoices: data.flatMap(toRow), nextCursor: has_more ? data.at(-1)?.id : undefined };
    } catch (error) {
      throw cursor !== undefined && isRefusal(error) ? new InvoiceCursorError() : error;
    }
  });

/** Nothing for a draft: it has neither a number nor a page yet. */
function toRow(invoice: Stripe.Invoice): InvoiceRow[] {
  const { id, number, created, total, currency, invoice_pdf, hosted_invoice_url } = invoice;
  const status = finalStatuses.find((final) => final === invoice.status);
  if (!status) return [];
  const paymentUrl = status === 'open' ? (hosted_invoice_url ?? null) : null;
  return [
    {
      invoiceId: id,
      number,
      at: created * 1_000,
      amount: total,
      currency,
      status,
      pdfUrl: invoice_pdf ?? null,
      paymentUrl,
    },
  ];
}

const finalStatuses = ['open', 'paid', 'uncollectible', 'void'] as const;
