import { builtIn } from '../built-in.ts';

const { constants, gunzipSync } = builtIn('node:zlib');

/** What an upstream answered, as it came. */
export type UpstreamAnswer = {
  readonly status: number;
  readonly contentType: string | undefined;
  /** `gzip`, or undefined for a plain body. */
  readonly contentEncoding: string | undefined;
  readonly body: Buffer;
};

/** Enough of a compressed answer to see whether it is a result or an error. */
const beginningBytes = 2_048;

/** Unpacking takes about 2 ms of processor time per MB, so a larger answer to a single call is read at its beginning only. */
const maxReadBytes = 65_536;

/** No honest answer to a batch unpacks to more: what fits through Lambda, compressed to a tenth. */
const maxUnpackedBytes = 64 * 1_048_576;

/**
 * An answer's text for reading its structure: in latin1, which is fast, and garbles all but ASCII. It is not whole where a
 * compressed answer is too large to unpack, and empty where it cannot be unpacked.
 */
export function latin1Of({ contentEncoding, body }: UpstreamAnswer): {
  readonly text: string;
  readonly whole: boolean;
} {
  if (contentEncoding !== 'gzip') return { text: body.toString('latin1'), whole: true };
  const whole = unpackedBytes(body) <= maxReadBytes;
  try {
    const packed = whole ? body : body.subarray(0, beginningBytes);
    return { text: unpack(packed, maxUnpackedBytes).toString('latin1'), whole };
  } catch {
    return { text: '', whole: true };
  }
}

/** How large a compressed answer is, as its last four bytes say (RFC 1952, ISIZE); a false size only costs time. */
const unpackedBytes = (body: Buffer): number => (body.length < 4 ? 0 : body.readUInt32LE(body.length - 4));

/** The whole text of an answer; empty when it does not unpack. */
export function textOf({ contentEncoding, body }: UpstreamAnswer): string {
  if (contentEncoding !== 'gzip') return body.toString('utf8');
  try {
    return unpack(body, maxUnpackedBytes).toString('utf8');
  } catch {
    return '';
  }
}

const unpack = (bytes: Buffer, maxOutputLength: number): Buffer =>
  gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
