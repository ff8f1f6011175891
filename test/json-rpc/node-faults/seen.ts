import * as v from 'valibot';

/** A node that a call was sent to, or would have been with its credentials; and how long it was given, in ms. */
export type Try = { readonly node: number; readonly timeoutMs: number | undefined };

/** Everything that can be seen of one request. */
export type Seen = {
  readonly tries: readonly Try[];
  /** Nodes that were asked for their health. */
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

/** An answer in lines, one for each element, sorted; the text itself where it is not JSON. */
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

/** The calls in a record, a line for each. */
export function describeRecord(item: unknown): string[] {
  const { calls } = v.parse(recordSchema, item);
  return calls.flatMap(({ method, outcome, count }) => Array.from({ length: count }, () => `${method} ${outcome}`));
}
