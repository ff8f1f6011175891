import { decodeTime, encodeTime, isValid, MAX_ULID } from 'ulid';
import { builtIn } from '../runtime/built-in.ts';
import type { EpochMs } from '../time.ts';

const { randomBytes } = builtIn('node:crypto');

/** Crockford's base32, ascending. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const timeLength = 10;
const randomLength = 16;

/** A ULID. The library draws each character separately, which takes longer than signing a call to DynamoDB. */
export function newRequestId(at: number, random: (bytes: number) => Uint8Array = randomBytes): string {
  let id = '';
  for (let rest = at; id.length < timeLength; rest = Math.floor(rest / digits.length)) {
    id = `${digits[rest % digits.length]}${id}`;
  }
  for (const byte of random(randomLength)) id += digits[byte % digits.length];
  return id;
}

/** When the request came in; undefined if the id is not a ULID. */
export const requestIdTime = (requestId: string): EpochMs | undefined =>
  isValid(requestId) && requestId <= MAX_ULID ? decodeTime(requestId) : undefined;

export const lowestRequestId = (at: number): string => encodeTime(at).padEnd(MAX_ULID.length, '0');
