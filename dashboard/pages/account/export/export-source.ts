import { listActivity } from '../../../api/activity.ts';
import { type Api, readBody } from '../../../api/api.ts';
import { listTokens } from '../../../api/tokens.ts';
import { pagesOf, retryingReads, type Wait } from '../../../export/retrying-reads.ts';
import { dayMs, startOf } from '../../../format/durations.ts';

// The API's limit.
const limit = 100;
const usageDays = 400;
const usageDaysPerRequest = 100;

/** Reads all of an account's data from the management API. */
export function exportSource(api: Api, signal: AbortSignal, wait: Wait) {
  const retrying = retryingReads(signal, wait);
  return {
    account: () => retrying(() => readBody(api.GET('/v1/account', { signal }))),
    keys: async function* () {
      for (const state of ['active', 'revoked'] as const) {
        yield* pagesOf(async (cursor) => {
          const query = { state, limit, ...cursor };
          const { keys, nextCursor } = await retrying(() =>
            readBody(api.GET('/v1/keys', { params: { query }, signal })),
          );
          return { rows: keys, nextCursor };
        });
      }
    },
    tokens: async function* () {
      yield await retrying(() => listTokens(api, signal));
    },
    /** The figures of UTC days with calls, oldest first. */
    usageDays: async function* (now: number) {
      const today = startOf(now, dayMs);
      for (let days = usageDays - 1; days >= 0; days -= usageDaysPerRequest) {
        const from = today - days * dayMs;
        const to = Math.min(from + usageDaysPerRequest * dayMs, today + dayMs);
        const query = { span: 'day', from: new Date(from).toISOString(), to: new Date(to).toISOString() } as const;
        const { points } = await retrying(() => readBody(api.GET('/v1/usage', { params: { query }, signal })));
        yield points.filter(({ calls }) => calls > 0);
      }
    },
    requests: () =>
      pagesOf(async (cursor) => {
        const query = { limit, ...cursor };
        const page = await retrying(() => readBody(api.GET('/v1/requests', { params: { query }, signal })));
        return { rows: page.requests, nextCursor: page.nextCursor };
      }),
    activity: () =>
      pagesOf(async (cursor) => {
        const page = await retrying(() => listActivity(api, { limit, ...cursor }, signal));
        return { rows: page.activity, nextCursor: page.nextCursor };
      }),
  };
}

export type ExportSource = ReturnType<typeof exportSource>;
