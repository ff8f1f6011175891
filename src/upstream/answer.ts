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
const prefixBytes = 2_048;

/** No honest answer unpacks to more: what fits through Lambda compressed to a tenth. */
const maxUnpackedBytes = 64 * 1_048_576;

/**
 * The beginning of an answer's text, for reading its structure (other than ASCII may be garbled): the whole of a plain
 * one, and of a compressed one as much as its first bytes unpack to.
 */
export function beginningOf(answer: UpstreamAnswer): string {
  if (answer.contentEncoding !== 'gzip') return answer.body.toString('latin1');
  return unpack(answer.body.subarray(0, prefixBytes)).toString('latin1');
}

/** The whole text of an answer; empty when it does not unpack. */
export const textOf = (answer: UpstreamAnswer): string =>
  (answer.contentEncoding === 'gzip' ? unpack(answer.body) : answer.body).toString('utf8');

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes });
  } catch {
    return Buffer.alloc(0);
  }
}
