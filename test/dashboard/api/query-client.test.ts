import { expect, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { ApiError, ForeignAnswerError, SignedOutError, UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { createQueryClient, recoverQueries } from '../../../dashboard/api/query-client.ts';

const { retry } = createQueryClient(() => {}).getDefaultOptions().queries ?? {};
const isTriedAgain = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);

test.each([
  ['the network is down', new UnreachableError({}), true],
  ['the service fails', new ApiError(new Response(null, { status: 500 }), undefined), true],
  ['the account sends too many requests', new ApiError(new Response(null, { status: 429 }), undefined), true],
  [
    'the service says how long to wait',
    new ApiError(new Response(null, { status: 429, headers: { 'retry-after': '30' } }), undefined),
    false,
  ],
  ['the network answers in place of the service', new ForeignAnswerError({}), true],
  ['the request is refused', new ApiError(new Response(null, { status: 409 }), undefined), false],
  ['the session has ended', new SignedOutError(), false],
])('a query is retried at most twice if a retry may succeed: %s', (_, error, expected) => {
  expect(isTriedAgain(0, error)).toBe(expected);
  expect(isTriedAgain(1, error)).toBe(expected);
  expect(isTriedAgain(2, error)).toBe(false);
});

test('what failed recovers by itself as soon as the service answers again; what was refused is not asked again', async () => {
  const client = createQueryClient(() => {});
  let error: Error | undefined = new UnreachableError({});
  const refusal = new ApiError(new Response(null, { status: 404 }), undefined);
  const asked = { failing: 0, refused: 0 };
  const observe = (queryKey: string[], queryFn: () => string) =>
    new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {});
  const ends = [
    observe(['failing'], () => {
      asked.failing += 1;
      if (error) throw error;
      return 'answer';
    }),
    observe(['refused'], () => {
      asked.refused += 1;
      throw refusal;
    }),
  ];
  await new Promise(setImmediate);
  await recoverQueries(client);
  expect(client.getQueryState(['failing'])?.status).toBe('error');
  error = undefined;
  await recoverQueries(client);
  await recoverQueries(client);
  expect(client.getQueryData(['failing'])).toBe('answer');
  expect(asked).toEqual({ failing: 3, refused: 1 });
  for (const end of ends) end();
  client.clear();
});

test('a list goes on from the page that failed, and reads no other page again', async () => {
  const client = createQueryClient(() => {});
  const asked: number[] = [];
  let isUp = true;
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => {
      asked.push(pageParam);
      if (!isUp) throw new UnreachableError({});
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (page) => page + 1,
    retry: false,
  });
  const end = list.subscribe(() => {});
  await new Promise(setImmediate);
  await list.fetchNextPage();
  isUp = false;
  await list.fetchNextPage();
  await recoverQueries(client);
  isUp = true;
  await recoverQueries(client);
  await recoverQueries(client);
  expect(asked).toEqual([1, 2, 3, 3, 3]);
  expect(list.getCurrentResult().data?.pages).toEqual([1, 2, 3]);
  end();
  client.clear();
});
