import * as v from 'valibot';

/** A node that was tried, and its time limit in ms; no limit if its credentials could not be read. */
export type Try = { readonly node: number; readonly timeoutMs: number | undefined };

/** Everything visible of one request. */
export type ObservedRequest = {
  readonly tries: readonly Try[];
  /** Nodes whose health was checked. */
  readonly checks: readonly number[];
  /** Nodes whose refusal of the operator's credentials was logged as an error. */
  readonly alarms: readonly number[];
  readonly status: number;
  /** The answer, a line for each of its elements, sorted. */
  readonly gave: readonly string[];
  /** Calls in the record by method and outcome, sorted. */
  readonly recorded: readonly string[];
  /** Calls that count against the quota after the request. */
  readonly used: number;
};

const elementSchema = v.object({
  id: v.nullable(v.number()),
  result: v.optional(v.unknown()),
  error: v.optional(
    v.object({ code: v.number(), message: v.string(), data: v.optional(v.object({ reason: v.string() })) }),
  ),
});

const recordSchema = v.object({
  calls: v.array(v.object({ method: v.optional(v.string()), outcome: v.string(), count: v.number() })),
});

/** One line per element of an answer, sorted; the text itself if it is not JSON. */
export function describeAnswer(text: string): string[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([v.array(elementSchema), elementSchema])), text);
  if (!parsed.success) return [text];
  return [parsed.output].flat().map(describeElement).toSorted();
}

function describeElement({ id, result, error }: v.InferOutput<typeof elementSchema>): string {
  if (!error) return `${id}: ${result}`;
  if (!error.data) return `${id}: ${error.code} ${error.message}`;
  return `${id}: ${error.data.reason}${/may have reached the chain/.test(error.message) ? ', in doubt' : ''}`;
}

/** One line per call in a record. */
export function describeRecord(item: unknown): string[] {
  const { calls } = v.parse(recordSchema, item);
  return calls.flatMap(({ method, outcome, count }) => Array.from({ length: count }, () => `${method} ${outcome}`));
}
