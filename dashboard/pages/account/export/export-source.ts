import { listActivity } from '../../../api/activity.ts';
import { type Api, readBody } from '../../../api/api.ts';
import { ApiError, UnreachableError } from '../../../api/api-errors.ts';

/** Waits; rejects if the signal aborts first. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

// The API's limit.
const limit = 100;
const tries = 5;
const usualWaitMs = 2_000;
const dayMs = 86_400_000;
const usageDays = 400;
const usageDaysPerRequest = 100;

/**
 * Reads all of an account's data from the management API. Waits if the API asks for it, and retries failures that may pass.
 */
export function exportSource(api: Api, signal: AbortSignal, wait: Wait) {
  const patiently = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        const waitMs = attempt < tries ? retryWait(error) : undefined;
        if (waitMs === undefined) throw error;
        await wait(waitMs, signal);
      }
    }
  };
  return {
    account: () => patiently(() => readBody(api.GET('/v1/account', { signal }))),
    keys: async function* () {
      for (const state of ['active', 'revoked'] as const) {
        yield* pages(async (cursor) => {
          const query = { state, limit, ...cursor };
          const { keys, nextCursor } = await patiently(() =>
            readBody(api.GET('/v1/keys', { params: { query }, signal })),
          );
          return { rows: keys, nextCursor };
        });
      }
    },
    /** The figures of UTC days with calls, oldest first. */
    usageDays: async function* (now: number) {
      const today = now - (now % dayMs);
      for (let days = usageDays - 1; days >= 0; days -= usageDaysPerRequest) {
        const from = today - days * dayMs;
        const to = Math.min(from + usageDaysPerRequest * dayMs, today + dayMs);
        const query = { span: 'day', from: new Date(from).toISOString(), to: new Date(to).toISOString() } as const;
        const { points } = await patiently(() => readBody(api.GET('/v1/usage', { params: { query }, signal })));
        yield points.filter(({ calls }) => calls > 0);
      }
    },
    requests: () =>
      pages(async (cursor) => {
        const query = { limit, ...cursor };
        const page = await patiently(() => readBody(api.GET('/v1/requests', { params: { query }, signal })));
        return { rows: page.requests, nextCursor: page.nextCursor };
      }),
    activity: () =>
      pages(async (cursor) => {
        const page = await patiently(() => listActivity(api, { limit, ...cursor }, signal));
        return { rows: page.activity, nextCursor: page.nextCursor };
      }),
  };
}

export type ExportSource = ReturnType<typeof exportSource>;

type Read<Row> = (cursor: { cursor?: string }) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>;

async function* pages<Row>(read: Read<Row>) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<Read<Row>>> = await read(cursor === undefined ? {} : { cursor });
    yield page.rows;
    cursor = page.nextCursor;
  }
}

/** Milliseconds to wait before a retry; undefined if it would fail again. */
function retryWait(error: unknown): number | undefined {
  if (error instanceof UnreachableError) return usualWaitMs;
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status < 500)) return undefined;
  return error.retryAfterSeconds === undefined ? usualWaitMs : error.retryAfterSeconds * 1_000;
}
