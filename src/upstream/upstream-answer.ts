import { maxAnswerBytes, NoAnswerError } from '../http/http-exchange.ts';
import { builtIn } from '../runtime/built-in.ts';
import { isObject } from '../schema.ts';

const { constants, gunzipSync } = builtIn('node:zlib');

export type UpstreamAnswer = {
  readonly status: number;
  readonly contentType: string | undefined;
  /** `gzip`, another coding that nobody asked for, or undefined for a plain body. */
  readonly contentEncoding: string | undefined;
  readonly body: Buffer;
};

/** A body without its compression. `whole` is false for the start of a body that is too large to unpack. */
export type UnpackedBody = { readonly bytes: Buffer; readonly whole: boolean };

/** Of a larger answer to a single call, only the start is unpacked: 1 MB takes about 2 ms of processor time. */
export const maxCallBytes = 65_536;

/** No honest answer is larger: Lambda's limit, compressed to a tenth. */
export const maxUnpackedBytes = 64 * 1_048_576;

/** Enough of a compressed answer to tell a result from an error. */
const startBytes = 2_048;

/** Gzip does not compress better (zlib Technical Details). */
const bestRatio = 1_032;

const nothing = Buffer.alloc(0);

/** Unpacks an answer's body, or its start if it is larger than this. Without content if it is damaged. */
export function unpackedBody({ contentEncoding, body }: UpstreamAnswer, maxBytes: number): UnpackedBody {
  if (contentEncoding !== 'gzip') return { bytes: body, whole: true };
  const claimed = claimedBytes(body);
  const unpacked = claimed <= maxBytes ? gunzip(body, maxBytes) : 'too_large';
  if (unpacked === 'damaged' || claimed > body.length * bestRatio) return { bytes: nothing, whole: true };
  if (unpacked !== 'too_large') return { bytes: unpacked, whole: true };
  return { bytes: startOf(body), whole: false };
}

/** The size that a compressed answer's last four bytes claim (RFC 1952, ISIZE); if it was cut off, they are random. */
const claimedBytes = (body: Buffer): number => (body.length < 4 ? 0 : body.readUInt32LE(body.length - 4));

function gunzip(body: Buffer, maxOutputLength: number): Buffer | 'damaged' | 'too_large' {
  try {
    return gunzipSync(body, { maxOutputLength });
  } catch (error) {
    return isObject(error) && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged';
  }
}

function startOf(body: Buffer): Buffer {
  try {
    return gunzipSync(body.subarray(0, startBytes), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return nothing;
  }
}

/** The text of an answer to the gateway's own question; empty if it cannot be unpacked. */
export function textOf(answer: UpstreamAnswer): string {
  const { bytes, whole } = unpackedBody(answer, maxUnpackedBytes);
  return whole ? bytes.toString('utf8') : '';
}

/**
 * The answer as a client accepts it: without a compression that it has not asked for.
 * @throws {NoAnswerError} `damaged` if that is not possible, `too_large` for more than Lambda can pass on
 */
export function acceptableAnswer(answer: UpstreamAnswer, acceptGzip: boolean): UpstreamAnswer {
  const { contentEncoding, body } = answer;
  if (contentEncoding === undefined || (contentEncoding === 'gzip' && acceptGzip)) return answer;
  const plain = contentEncoding === 'gzip' ? gunzip(body, maxAnswerBytes) : 'damaged';
  if (plain === 'damaged' || plain === 'too_large') throw new NoAnswerError(plain);
  return { ...answer, contentEncoding: undefined, body: plain };
}
