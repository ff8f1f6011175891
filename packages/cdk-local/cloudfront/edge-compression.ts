import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EdgeAnswer } from './edge-answer.ts';

/** The encodings that a cache policy lets CloudFront compress with. */
export type Encodings = { readonly brotli: boolean; readonly gzip: boolean };

/**
 * "File types that CloudFront compresses", as far as a web app has them (CloudFront Developer Guide, "Serve compressed
 * files").
 */
const compressible = new Set([
  'application/javascript',
  'application/json',
  'application/wasm',
  'application/xml',
  'font/otf',
  'font/ttf',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
  'text/xml',
]);

// Bytes; the same page, "Conditions for compression".
const least = 1_000;
const most = 10_000_000;

// Brotli's best quality takes a second for a large script, and nothing is cached here.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotli = promisify<Buffer, object, Buffer>(brotliCompress);
const encoders = { br: (body: Buffer) => brotli(body, quality), gzip: promisify<Buffer, Buffer>(gzip) };

/** Compresses an answer with an encoding that the viewer accepts, preferring Brotli. The ETag becomes weak. */
export async function compressed(answer: EdgeAnswer, acceptEncoding: string, allowed: Encodings): Promise<EdgeAnswer> {
  if (!isCompressible(answer)) return answer;
  const headers = new Headers(answer.headers);
  headers.append('vary', 'Accept-Encoding');
  const encoding = chosen(acceptEncoding, allowed);
  if (!encoding) return { ...answer, headers };
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
  headers.set('content-encoding', encoding);
  return { ...answer, headers, body: await encoders[encoding](answer.body) };
}

function isCompressible({ status, headers, body }: EdgeAnswer): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const hasSize = body.length >= least && body.length <= most;
  return [200, 403, 404].includes(status) && hasSize && !headers.has('content-encoding') && compressible.has(type);
}

function chosen(acceptEncoding: string, allowed: Encodings): keyof typeof encoders | undefined {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, quality = 'q=1']) => Number(quality.replace('q=', '')) > 0)
    .map(([name]) => name);
  if (allowed.brotli && accepted.includes('br')) return 'br';
  return allowed.gzip && accepted.includes('gzip') ? 'gzip' : undefined;
}
