import { type Invoice, useInvoices } from '../../api/billing.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { PaymentLink } from '../../components/payment-link.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Table } from '../../components/table.tsx';
import { DateOf } from '../../components/time.tsx';
import { formatAmount } from '../../format/money.ts';
import { asWords } from '../../format/words.ts';
import styles from './plan.module.css';

/** The invoices, newest first. */
export function InvoicesCard() {
  const query = useInvoices();
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, error } = query;
  const loadMore = () => void fetchNextPage();
  // A failed next page is reported at the end of the list instead.
  const first = { ...query, error: isFetchNextPageError ? null : error };
  return (
    <Card title="Invoices">
      <QueryState query={first} loading={<Skeleton height="8rem" label="Loading invoices" />}>
        {({ pages }) => <InvoiceTable invoices={pages.flatMap(({ invoices }) => invoices)} hasMore={hasNextPage} />}
      </QueryState>
      {isFetchNextPageError && error && !isFetchingNextPage && <ErrorNotice error={error} onRetry={loadMore} />}
      {hasNextPage && !isFetchNextPageError && (
        <div className={styles.portal}>
          <Button onPress={loadMore} isPending={isFetchingNextPage}>
            Show more invoices
          </Button>
        </div>
      )}
    </Card>
  );
}

type InvoiceTableProps = { readonly invoices: readonly Invoice[]; readonly hasMore: boolean };

function InvoiceTable({ invoices, hasMore }: InvoiceTableProps) {
  // A page may be empty although another follows.
  if (invoices.length === 0)
    return hasMore ? null : <EmptyState title="No invoices yet">Your first payment shows here.</EmptyState>;
  return (
    <Table label="List of invoices">
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Amount</th>
          <th scope="col" data-align="end">
            Document
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.invoiceId} invoice={invoice} />
        ))}
      </tbody>
    </Table>
  );
}

const tones: Readonly<Record<string, 'good' | 'caution' | 'bad'>> = {
  paid: 'good',
  open: 'caution',
  uncollectible: 'bad',
};

const InvoiceRow = ({ invoice }: { readonly invoice: Invoice }) => {
  const { number, at, amount, status, pdfUrl, paymentUrl } = invoice;
  const name = number ?? 'without a number';
  const isCredit = status === 'paid' && amount < 0;
  return (
    <tr>
      <th scope="row">
        <DateOf at={at} />
        {number !== null && <div className={styles.number}>{number}</div>}
      </th>
      <td>
        <div className={styles.amount}>
          {formatAmount(invoice)}
          <Badge tone={tones[status] ?? 'neutral'}>{isCredit ? 'Credited' : asWords(status)}</Badge>
        </div>
      </td>
      <td data-align="end">
        <div className={styles.documents}>
          {pdfUrl !== null && (
            <PaymentLink href={pdfUrl} size="small" label={`PDF of invoice ${name}`}>
              PDF
            </PaymentLink>
          )}
          {status === 'open' && paymentUrl !== null && (
            <PaymentLink href={paymentUrl} size="small" label={`Pay invoice ${name}`}>
              Pay
            </PaymentLink>
          )}
        </div>
      </td>
    </tr>
  );
};
