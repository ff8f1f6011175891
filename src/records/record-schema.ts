import * as v from 'valibot';
import { outcomes } from './outcome.ts';

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

/** {@link CallCount} */
export const callCount = v.object({
  method: v.optional(v.string()),
  outcome: v.picklist(outcomes),
  /** The code of the JSON-RPC error that a node answered with. */
  errorCode: v.optional(v.pipe(v.number(), v.safeInteger())),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** {@link RequestRecord} */
export const recordSchema = v.object({
  requestId: v.string(),
  keyId: v.string(),
  accountId: v.string(),
  network: v.string(),
  /** When the request came in, ms since the epoch; it decides the record's day and the tallies' buckets. */
  at: wholeNumber,
  /** The whole request in the gateway, in ms; without the record's own write. */
  durationMs: wholeNumber,
  /** The part of it that was spent waiting for upstreams. */
  upstreamMs: v.optional(wholeNumber),
  /** The UTC second, since the epoch, that its calls were counted in, where they were admitted. */
  admittedSecond: v.optional(wholeNumber),
  /** The HTTP status of the answer. */
  status: wholeNumber,
  /** `ok` when every call was, otherwise the outcome of the first call that was not. */
  outcome: v.picklist(outcomes),
  calls: v.pipe(v.array(callCount), v.minLength(1)),
  /** How many requests it stands for: several refusals of one key by one process in one second. One where it is absent. */
  count: v.optional(v.pipe(wholeNumber, v.minValue(2))),
  requestBytes: wholeNumber,
  responseBytes: wholeNumber,
});
