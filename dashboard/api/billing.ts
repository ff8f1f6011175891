import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Api, readBody, useApi } from './api.ts';

/** The account's subscription and payments, as Stripe has them now. */
export type Billing = Awaited<ReturnType<typeof readBilling>>;

/** An invoice of the account. */
export type Invoice = Awaited<ReturnType<typeof listInvoices>>['invoices'][number];

/** The place of all answers about payments in the cache. */
export const billingKey = ['billing'];
/** The place of the {@link Billing}. */
export const subscriptionKey = [...billingKey, 'subscription'];

type ReadOptions = { readonly enabled?: boolean; readonly staleTime?: number };

/** What the account pays and when; `enabled` of the answer is false while the service takes no payments. */
export function useBilling(options: ReadOptions = {}) {
  const api = useApi();
  return useQuery({ queryKey: subscriptionKey, queryFn: ({ signal }) => readBilling(api, signal), ...options });
}

const readBilling = (api: Api, signal: AbortSignal) => readBody(api.GET('/v1/billing', { signal }));

const invoicesOnPage = 12;

/** The account's invoices, newest first, page by page. */
export function useInvoices() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...billingKey, 'invoices'],
    queryFn: ({ pageParam, signal }) =>
      listInvoices(api, { limit: invoicesOnPage, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

const listInvoices = (api: Api, query: { limit: number; cursor?: string }, signal: AbortSignal) =>
  readBody(api.GET('/v1/billing/invoices', { params: { query }, signal }));
