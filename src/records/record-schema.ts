import * as v from 'valibot';
import { outcomes } from './outcome.ts';

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The number of calls in a request with the same method, outcome and error code. */
const callCount = v.object({
  /** Missing if it could not be read. */
  method: v.optional(v.string()),
  outcome: v.picklist(outcomes),
  errorCode: v.optional(v.pipe(v.number(), v.safeInteger())),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Which nodes got each of these calls (tries.ts). Default: `tries` of the record. */
  tries: v.optional(v.string()),
});

// A new column is set in src/json-rpc/request-result.ts and src/keys/authorize.ts; see docs/how-to-add.md.
export const recordSchema = v.object({
  requestId: v.string(),
  keyId: v.string(),
  accountId: v.string(),
  network: v.string(),
  /** When the request came in, ms since the epoch. It determines the record's day and the tallies' buckets. */
  at: wholeNumber,
  /** Time in the gateway, without the write of this record. */
  durationMs: wholeNumber,
  /** The part of `durationMs` spent waiting for upstreams. */
  upstreamMs: v.optional(wholeNumber),
  /** The UTC second (since the epoch) in which the calls were counted, if they were admitted. */
  admittedSecond: v.optional(wholeNumber),
  status: wholeNumber,
  /** `ok`, or the outcome of the first call that failed. */
  outcome: v.picklist(outcomes),
  calls: v.pipe(v.array(callCount), v.minLength(1)),
  /** Which nodes got each call. Missing if none was sent. */
  tries: v.optional(v.string()),
  /** The number of requests that the record sums up: refusals of one key by one process within seconds. Default: 1. */
  count: v.optional(v.pipe(wholeNumber, v.minValue(2))),
  requestBytes: wholeNumber,
  responseBytes: wholeNumber,
});

export type CallCount = v.InferOutput<typeof callCount>;

export type RequestRecord = v.InferOutput<typeof recordSchema>;
