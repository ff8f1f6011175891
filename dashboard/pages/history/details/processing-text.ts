import type { RecordedRequest } from '../../../api/api.ts';
import { formatCount } from '../../../format/numbers.ts';

const ends: Readonly<Record<string, string>> = {
  answered: 'answered',
  unanswered: 'did not answer',
  failed: 'failed',
  cancelled: 'was not awaited, because the request was over a limit',
};

/** The nodes that got a request's calls, in order: `Node 2 failed`, `Node 1 answered 3 calls`. */
export const nodeTexts = ({ tries, calls }: Pick<RecordedRequest, 'tries' | 'calls'>): string[] =>
  tries.map(({ node, end, calls: sent }) => {
    const text = `${node ?? 'A node that is no longer used'} ${ends[end] ?? end}`;
    return callsIn(calls) === 1 ? text : `${text} (${callsText(sent)})`;
  });

/** What a request used of the daily quota. */
export function countedText(request: Pick<RecordedRequest, 'calls' | 'countedAt' | 'countedCalls'>): string {
  const { calls, countedAt, countedCalls } = request;
  if (countedAt === null) return 'Nothing: it was not admitted.';
  const all = callsIn(calls);
  const quota = `the quota of ${countedAt.slice(0, 'YYYY-MM-DD'.length)} UTC`;
  const givenBack = all - countedCalls;
  const rest =
    givenBack > 0 ? ` ${callsText(givenBack)} given back, because they failed through no fault of yours.` : '';
  return `${callsText(countedCalls)} of ${quota}.${rest}`;
}

const callsIn = (calls: RecordedRequest['calls']): number => calls.reduce((sum, { count }) => sum + count, 0);

const callsText = (count: number): string => (count === 1 ? '1 call' : `${formatCount(count)} calls`);
