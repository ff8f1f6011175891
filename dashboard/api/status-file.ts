import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { type StatusFile, statusFileSchema } from '../../src/status-page/status-file.ts';
import { ForeignAnswerError, UnreachableError } from './api-errors.ts';

const intervalMs = 60_000;
/** It is written once a minute, and caches keep it for another one. */
const oldAfterMs = 5 * 60_000;

/** The public status file and its age when it was read. Null before the first file is written. */
type ReadStatus = { readonly file: StatusFile; readonly ageMs: number } | null;

export const useStatusFile = () =>
  useQuery({
    queryKey: ['status-file'],
    queryFn: ({ signal }) => readStatusFile(signal),
    refetchInterval: intervalMs,
  });

/** Whether newer figures are missing: the file is not written, or cannot be read. */
export const isOld = ({
  data,
  dataUpdatedAt,
}: {
  readonly data?: ReadStatus;
  readonly dataUpdatedAt: number;
}): boolean => !!data && data.ageMs + Date.now() - dataUpdatedAt > oldAfterMs;

/** @throws {UnreachableError} or ForeignAnswerError */
async function readStatusFile(signal: AbortSignal): Promise<ReadStatus> {
  const answer = await fetch('/status.json', { signal }).catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });
  // A bucket answers 403 for an object that does not exist.
  if (answer.status === 403 || answer.status === 404) return null;
  if (!answer.ok) throw new UnreachableError({ cause: `status ${answer.status}` });
  const body: unknown = await answer.json().catch(() => undefined);
  const { success, output: file } = v.safeParse(statusFileSchema, body);
  if (!success) throw new ForeignAnswerError({ cause: 'status.json has another form' });
  return { file, ageMs: ageOf(file, answer.headers) };
}

/** By the service's clocks only: the browser's may be wrong. `Age` is how long a cache has kept the answer. */
function ageOf({ generatedAt }: StatusFile, headers: Headers): number {
  const servedAt = Date.parse(headers.get('date') ?? '') + 1_000 * Number(headers.get('age') ?? 0);
  return Number.isNaN(servedAt) ? 0 : Math.max(0, servedAt - Date.parse(generatedAt));
}
