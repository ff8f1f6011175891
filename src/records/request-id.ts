import { decodeTime, encodeTime, isValid, MAX_ULID } from 'ulid';

/** When a request came in, ms since the epoch, by its id; undefined when that is no request id (a ULID). */
export const timeOf = (requestId: string): number | undefined =>
  isValid(requestId) && requestId <= MAX_ULID ? decodeTime(requestId) : undefined;

/** The lowest request id of a moment, ms since the epoch. */
export const firstIdAt = (at: number): string => encodeTime(at).padEnd(MAX_ULID.length, '0');
