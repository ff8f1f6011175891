import { useQuery } from '@tanstack/react-query';
import { UnreachableError } from './api-errors.ts';

/** A document that is served beside the dashboard, by its path. A release may change it, so a new visit reads it again. */
export const useDocument = <T>(path: string, parse: (text: string) => T) =>
  useQuery({
    queryKey: ['document', path],
    queryFn: async ({ signal }) => parse(await readDocument(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** @throws {UnreachableError} if there is no such document now */
async function readDocument(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal }).catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });
  if (!answer.ok) throw new UnreachableError({ cause: `status ${answer.status}` });
  return answer.text();
}
