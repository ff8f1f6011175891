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

/** How many calls of a request had the same method, outcome and error code; no method where none could be read. */
export type CallCount = v.InferOutput<typeof callCount>;

/** What is kept of one HTTP request: the row of the history, and what the tallies are built from. */
export type RequestRecord = v.InferOutput<typeof recordSchema>;

const rowSchema = v.object({ ...recordSchema.entries, expiresAt: v.number() });

/**
 * The record that an item of Records holds; undefined when it has expired by then, for DynamoDB removes items late.
 * @param at ms since the epoch
 * @throws {v.ValiError} when it is no record
 */
export function readRecordRow(item: unknown, at: number): RequestRecord | undefined {
  const { expiresAt, ...record } = v.parse(rowSchema, item);
  return expiresAt * 1_000 > at ? record : undefined;
}
