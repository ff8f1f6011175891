import * as v from 'valibot';
import { parseJson } from '../../../src/schema.ts';
import type { VersionLine } from './two-versions.ts';
import type { Version } from './versions.ts';

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

/** More events at once than the share of Stripe's requests that is theirs: Stripe sends this one again. */
const isSentAgain = ({ event, cause }: Line): boolean =>
  event === 'billing_event_failed' && cause.includes('Too many events at once');

/** What went wrong in fair weather, each kind of failure once, with how often. Time-outs are left out. */
export const errorsIn = (lines: readonly VersionLine[]): string[] =>
  failuresIn(
    lines.filter((one) => !isTimeOut(one.line) && !isOfUnreleased(one)),
    (line) => line.level === 'error' && !unreadable.includes(line.event) && !isReplayed(line) && !isSentAgain(line),
  );

/** The authorizer of the state 0.1.0, which nobody runs, recorded refusals; the present role has no grant for it. */
const isOfUnreleased = ({ version, functionName, line }: VersionLine): boolean =>
  version === 'last' && functionName.startsWith('DataPlaneAuthorizer') && line.includes('refusal_record_lost');

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
