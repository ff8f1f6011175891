import * as v from 'valibot';
import { parseJson } from '../../../src/schema.ts';
import type { Version, VersionLine } from './two-versions.ts';

/** Events of a version that could not read what is stored (docs/monitoring.md). No fault of a test causes them. */
const unreadable = ['record_unreadable', 'row_unreadable', 'network_state_unreadable'];

const lineSchema = v.object({
  event: v.string(),
  level: v.optional(v.string()),
  detail: v.optional(v.string()),
  errorMessage: v.optional(v.string()),
  reason: v.optional(v.string(), ''),
  cause: v.optional(v.string(), ''),
});

type Line = v.InferOutput<typeof lineSchema>;

const who: Readonly<Record<Version, string>> = { last: 'the last release', present: 'the present code' };

const advice =
  'A reader must accept the rows of the version before and after it: docs/how-to-add.md, "A field of a stored row".';

/** Rows that a version could not read, each kind of failure once, with how often. */
export const unreadableRows = (lines: readonly VersionLine[]): string[] =>
  failuresIn(lines, ({ event }) => unreadable.includes(event)).map((text) => `${text} ${advice}`);

/** A record that was not written in time: the test writes it from the log, as an operator does, and misses none. */
const isReplayed = ({ event, reason }: Line): boolean => event.endsWith('record_lost') && reason === 'NoAnswerError';

/** The test's nodes have no new blocks, and a run on a busy machine takes longer than the chain's patience. */
const isStandstill = ({ event }: Line): boolean => event === 'network_stalled';

/** What went wrong in fair weather, each kind of failure once, with how often. Time-outs are left out. */
export const errorsIn = (lines: readonly VersionLine[]): string[] =>
  failuresIn(
    lines.filter(({ line }) => !isTimeOut(line)),
    (line) =>
      line.level === 'error' &&
      !unreadable.includes(line.event) &&
      ![isReplayed, isStandstill].some((isExpected) => isExpected(line)),
  );

/** On a busy machine a call to DynamoDB may take longer than the gateway waits. No version is to blame. */
export const isTimeOut = (line: string): boolean => line.includes('no usable answer (timeout)');

function failuresIn(lines: readonly VersionLine[], isFailure: (line: Line) => boolean): string[] {
  const counts = new Map<string, number>();
  for (const { version, functionName, line } of lines) {
    const parsed = v.safeParse(lineSchema, parseJson(line));
    if (!parsed.success || !isFailure(parsed.output)) continue;
    const { event, detail = '', errorMessage = '', cause } = parsed.output;
    const text = `${event} of ${who[version]} in ${functionName}: ${detail}${errorMessage}${cause && ` (${cause})`}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} × ${text}.`);
}
