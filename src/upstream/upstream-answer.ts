import { builtIn } from '../built-in.ts';

const { constants, gunzipSync } = builtIn('node:zlib');

export type UpstreamAnswer = {
  readonly status: number;
  readonly contentType: string | undefined;
  /** `gzip`, or undefined for a plain body. */
  readonly contentEncoding: string | undefined;
  readonly body: Buffer;
};

/** Enough of a compressed answer to tell a result from an error. */
const prefixBytes = 2_048;

/** Of a larger answer to a single call, only the start is unpacked: 1 MB takes about 2 ms of processor time. */
const maxReadBytes = 65_536;

/** No honest answer to a batch is larger: Lambda's limit, compressed to a tenth. */
const maxUnpackedBytes = 64 * 1_048_576;

/**
 * An answer's text in latin1, to read its structure: fast, but garbles every character outside ASCII. Only the start
 * (`whole` is false) if a compressed answer is too large to unpack; empty if it cannot be unpacked.
 */
export function latin1Of({ contentEncoding, body }: UpstreamAnswer): {
  readonly text: string;
  readonly whole: boolean;
} {
  if (contentEncoding !== 'gzip') return { text: body.toString('latin1'), whole: true };
  const whole = unpackedBytes(body) <= maxReadBytes;
  try {
    const packed = whole ? body : body.subarray(0, prefixBytes);
    return { text: unpack(packed, maxUnpackedBytes).toString('latin1'), whole };
  } catch {
    return { text: '', whole: true };
  }
}

/** The size that a compressed answer's last four bytes claim (RFC 1952, ISIZE). A false claim only costs time. */
const unpackedBytes = (body: Buffer): number => (body.length < 4 ? 0 : body.readUInt32LE(body.length - 4));

/** The whole text of an answer; empty if it cannot be unpacked. */
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
