import { ApiError, UnreachableError } from '../api/api-errors.ts';

/** Waits; rejects if the signal aborts first. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const tries = 5;
const usualWaitMs = 2_000;

/** Runs reads of an export: it waits if the API asks for it, and retries failures that may pass. */
export const retryingReads =
  (signal: AbortSignal, wait: Wait) =>
  async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        const waitMs = attempt < tries ? retryWait(error) : undefined;
        if (waitMs === undefined) throw error;
        await wait(waitMs, signal);
      }
    }
  };

type Read<Row> = (cursor: { cursor?: string }) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>;

/** The rows of every page of a list, page by page. */
export async function* pagesOf<Row>(read: Read<Row>) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<Read<Row>>> = await read(cursor === undefined ? {} : { cursor });
    yield page.rows;
    cursor = page.nextCursor;
  }
}

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Milliseconds to wait before a retry; undefined if it would fail again. */
function retryWait(error: unknown): number | undefined {
  if (error instanceof UnreachableError) return usualWaitMs;
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status < 500)) return undefined;
  return error.retryAfterSeconds === undefined ? usualWaitMs : error.retryAfterSeconds * 1_000;
}
