import { formatBytes, formatMilliseconds } from '../../../format/numbers.ts';
import { statusWords } from './status-words.ts';
import type { Exchanged } from './use-exchange.ts';

/** How the last request ended, in one line that screen readers hear too. */
export function summaryOf(last: Exchanged | undefined): string {
  if (!last) return 'No answer yet.';
  const { ending, sent } = last;
  const what = `${called(sent.methods)} on ${sent.endpoint.network}`;
  if (ending.kind !== 'answered') return `${what}: no answer to show.`;
  const { status, endedAfter, body } = ending.answer;
  return `${what}: ${statusWords(status)}, ${formatMilliseconds(endedAfter)}, ${formatBytes(body.length)}`;
}

function called(methods: readonly string[]): string {
  const [first] = methods;
  if (first === undefined) return 'Request';
  return methods.length === 1 ? first : `${methods.length} calls`;
}
