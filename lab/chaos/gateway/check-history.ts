import type { CallOutcome } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { markOf } from './chaos-requests.ts';
import type { Truth } from './truth.ts';

/** Refused by the limits, or because they could not be checked. */
export const isRefused = (status: number): boolean => status === 429 || status === 503;

/**
 * What is wrong with the history, a line each: every request that was answered has one row, any other at most one.
 * Refusals are summed, and a process that was killed has lost what it held: no more of them are in rows
 * than there were.
 */
export function checkHistory(truth: Truth, rows: readonly RequestRecord[]): string[] {
  const byId = Map.groupBy(rows, ({ requestId }) => requestId);
  const wrong: string[] = [];
  for (const { asked, requestId, status, calls } of truth.answered) {
    if (isRefused(status)) continue;
    const [row, ...more] = byId.get(requestId) ?? [];
    if (!row) wrong.push(`request ${asked.number} has no row`);
    else if (more.length > 0) wrong.push(`request ${asked.number} has ${more.length + 1} rows`);
    else if (row.status !== status || countsOf(calls) !== rowCounts(row)) {
      wrong.push(`request ${asked.number}: ${status} ${countsOf(calls)}, in its row ${row.status} ${rowCounts(row)}`);
    }
  }
  const others = rows.filter((row) => !isRefused(row.status));
  return [...wrong, ...checkRefused(truth, rows), ...checkOthers(truth, others)];
}

/** A request without an answer may also have been refused. */
function checkRefused({ answered, unanswered }: Truth, rows: readonly RequestRecord[]): string[] {
  const most = answered.filter(({ status }) => isRefused(status)).length + unanswered.length;
  const recorded = rows.filter(({ status }) => isRefused(status)).reduce((sum, { count = 1 }) => sum + count, 0);
  return recorded > most ? [`${recorded} refusals in rows, of ${most} at most`] : [];
}

/** Rows of requests without an answer: at most one row for each. */
function checkOthers({ answered, unanswered }: Truth, rows: readonly RequestRecord[]): string[] {
  const known = new Set(answered.map(({ requestId }) => requestId));
  const others = rows.filter(({ requestId }) => !known.has(requestId));
  const wrong = others.length > unanswered.length ? [`${others.length} rows for ${unanswered.length} unanswered`] : [];
  const marks = new Map<string, number>();
  for (const { method = '' } of others.flatMap(({ calls }) => calls)) marks.set(method, (marks.get(method) ?? 0) + 1);
  const twice = unanswered.filter(({ number }) => (marks.get(markOf(number)) ?? 0) > 1);
  const answeredToo = answered.filter(({ asked }) => marks.has(markOf(asked.number)));
  return [
    ...wrong,
    ...twice.map(({ number }) => `request ${number}, unanswered, has several rows`),
    ...answeredToo.map(({ asked }) => `request ${asked.number} has a row beside its own`),
  ];
}

const countsOf = (calls: readonly CallOutcome[]): string =>
  rowText(
    [...Map.groupBy(calls, ({ method, outcome }) => `${method} ${outcome}`)].map(([name, same]) => [name, same.length]),
  );

const rowCounts = ({ calls }: RequestRecord): string =>
  rowText(calls.map(({ method, outcome, count }) => [`${method} ${outcome}`, count]));

const rowText = (counts: readonly (readonly [string, number])[]): string =>
  counts
    .map(([name, count]) => `${count} ${name}`)
    .toSorted()
    .join(', ');
