import type { Page } from 'playwright-core';
import { newRequestId } from '../../../../src/records/request-id.ts';

/** A history of many requests, instead of the API's: a real one would take minutes to make. */
export type FakeHistory = {
  /** The queries of the lists that were asked for. */
  readonly queries: URLSearchParams[];
  /** Adds this many requests that came in just now. */
  readonly add: (count: number) => void;
  /** Holds the answers of further pages until the promise is settled. */
  readonly hold: (until: Promise<unknown>) => void;
  readonly stop: () => Promise<void>;
};

type FakeRequest = ReturnType<typeof fakeRequest>;

const dayMs = 86_400_000;
const historyDays = 30;
const pageLength = 300;
const isList = /\/v1\/(?:keys\/[^/]+\/)?requests(?:\?|$)/;

/** Answers a page's lists of requests with `count` requests, one each second, every fifth of which failed, and was large. */
export async function fakeHistory(page: Page, count: number): Promise<FakeHistory> {
  const start = Date.now() - 60_000;
  const requests = Array.from({ length: count }, (_, index) => fakeRequest(start - index * 1_000, index));
  const queries: URLSearchParams[] = [];
  let held: Promise<unknown> = Promise.resolve();
  await page.route(isList, async (route) => {
    const { searchParams } = new URL(route.request().url());
    queries.push(searchParams);
    if (searchParams.has('cursor')) await held;
    await route.fulfill({ json: pageOf(requests, searchParams) }).catch(() => undefined);
  });
  return {
    queries,
    add: (added) => {
      const now = Date.now();
      requests.unshift(...Array.from({ length: added }, (_, index) => fakeRequest(now - index, index)));
    },
    hold: (until) => {
      held = until;
    },
    stop: () => page.unroute(isList),
  };
}

function pageOf(requests: readonly FakeRequest[], query: URLSearchParams) {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9'];
  const isError = query.get('outcome') === 'error';
  const matching = requests.filter(({ at, outcome }) => at >= from && at < to && (!isError || outcome !== 'ok'));
  const first = Number(query.get('cursor') ?? 0);
  const end = first + pageLength;
  return {
    requests: matching.slice(first, end),
    nextCursor: end < matching.length ? String(end) : null,
    historyFrom: new Date(Date.now() - historyDays * dayMs).toISOString(),
  };
}

function fakeRequest(at: number, index: number) {
  const isError = index % 5 === 4;
  const outcome = isError ? 'rpc_error' : 'ok';
  return {
    requestId: newRequestId(at),
    keyId: 'key_00000000000000000000000000',
    at: new Date(at).toISOString(),
    network: 'mainnet',
    outcome,
    status: 200,
    calls: [
      { method: isError ? 'getLatestBlockhash' : 'getSlot', outcome, errorCode: isError ? -32602 : null, count: 1 },
    ],
    count: 1,
    durationMs: isError ? 9_870 : 5,
    upstreamMs: 2,
    requestBytes: isError ? 11_600 : 40,
    responseBytes: isError ? 12_500 : 50,
    tries: [{ node: 'Node 1', end: 'answered', calls: 1 }],
    countedAt: new Date(at).toISOString(),
    countedCalls: 1,
  };
}

/** Loads older requests until the list has all of them. */
export async function loadAll(page: Page): Promise<void> {
  const older = page.getByRole('button', { name: 'Load older' });
  const end = page.getByText('No older requests.');
  // Neither is there while a page loads. The button is drawn a little longer than its page takes: clicked again, it does
  // nothing, and a click at the end's text does nothing either.
  while ((await end.count()) === 0) await older.or(end).click();
}
