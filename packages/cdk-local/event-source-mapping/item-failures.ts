import * as v from 'valibot';

const response = v.nullable(v.object({ batchItemFailures: v.optional(v.nullable(v.array(v.unknown()))) }));
const failure = v.object({ itemIdentifier: v.string() });

/**
 * From which record on a batch is to be retried, by a function's answer with `batchItemFailures`: the place of the
 * lowest sequence number that it names, 0 for the whole batch, nothing where all went well (AWS Lambda Developer
 * Guide, "Configuring partial batch response with DynamoDB"; an empty or unknown identifier fails the whole batch).
 */
export function firstFailure(payload: string, sequenceNumbers: readonly string[]): number | undefined {
  const json: unknown = JSON.parse(payload);
  if (json === '' || (Array.isArray(json) && json.length === 0)) return undefined;
  const parsed = v.safeParse(response, json);
  if (!parsed.success || Array.isArray(json)) return 0;
  const places = (parsed.output?.batchItemFailures ?? []).map((item) =>
    v.is(failure, item) ? sequenceNumbers.indexOf(item.itemIdentifier) : -1,
  );
  if (places.length === 0) return undefined;
  return places.includes(-1) ? 0 : Math.min(...places);
}
