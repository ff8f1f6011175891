import type { BillingDeps } from './billing-deps.ts';
import type { Money } from './billing-summary.ts';

/** An invoice that is final. `pdfUrl` and `paymentUrl` (of open invoices) are at Stripe. */
export type InvoiceRow = Money & {
  readonly invoiceId: string;
  readonly number: string | null;
  /** Ms since the epoch. */
  readonly at: number;
  readonly status: 'open' | 'paid' | 'uncollectible' | 'void';
  readonly pdfUrl: string | null;
  readonly paymentUrl: string | null;
};

/** `nextCursor` is the `cursor` of the next page; undefined on the last one. A page may have fewer rows than `limit`. */
export type InvoicePage = { readonly invoices: readonly InvoiceRow[]; readonly nextCursor: string | undefined };

/**
 * An account's invoices, newest first. @param limit 1 to 100
 * @throws {InvoiceCursorError} @throws {BillingUnavailableError}
 */
export async function listInvoices(
  _deps: BillingDeps,
  _accountId: string,
  _page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<InvoicePage> {
  throw new Error('Not built yet.');
}
