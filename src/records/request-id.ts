import { decodeTime, encodeTime, isValid, MAX_ULID } from 'ulid';
import { builtIn } from '../built-in.ts';

const { randomBytes } = builtIn('node:crypto');

/** The digits of Crockford's base32, of which a ULID is made (https://github.com/ulid/spec), from the lowest up. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const timeLength = 10;
const randomLength = 16;

/**
 * A new request id: a ULID, so that ids sort by time. The library draws each of the random characters on its own, which
 * takes longer than to sign a call to DynamoDB; one draw for all of them does the same.
 * @param at ms since the epoch
 * @param random that many bytes; by default from a CSPRNG
 */
export function newRequestId(at: number, random: (bytes: number) => Uint8Array = randomBytes): string {
  let id = '';
  for (let rest = at; id.length < timeLength; rest = Math.floor(rest / digits.length)) {
    id = `${digits[rest % digits.length]}${id}`;
  }
  for (const byte of random(randomLength)) id += digits[byte % digits.length];
  return id;
}

/** When a request came in, ms since the epoch, by its id; undefined when that is no request id (a ULID). */
export const requestIdTime = (requestId: string): number | undefined =>
  isValid(requestId) && requestId <= MAX_ULID ? decodeTime(requestId) : undefined;

/** The lowest request id of a moment, ms since the epoch. */
export const lowestRequestId = (at: number): string => encodeTime(at).padEnd(MAX_ULID.length, '0');
