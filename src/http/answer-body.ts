import { maxAnswerBytes, type ReadProgress } from './http-exchange.ts';

/** A body of known length; of infinite length if the end of the connection ends it. */
export class PlainBody {
  readonly #length: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(length: number) {
    this.#length = length;
  }

  add(bytes: Buffer): ReadProgress {
    if (bytes.length > 0) this.#chunks.push(bytes);
    this.#size += bytes.length;
    if ((this.endsWithConnection ? this.#size : this.#length) > maxAnswerBytes) return 'too_large';
    return this.#size < this.#length ? 'more' : 'whole';
  }

  /** True if the body is complete when the server closes the connection. */
  get endsWithConnection(): boolean {
    return this.#length === Number.POSITIVE_INFINITY;
  }

  /** Bytes came after the body. */
  get exceeded(): boolean {
    return this.#size > this.#length;
  }

  bytes(): Buffer {
    const [first, ...others] = this.#chunks;
    if (first && others.length === 0) return first.subarray(0, this.#length);
    return Buffer.concat(this.#chunks, Math.min(this.#length, this.#size));
  }
}

const maxLineBytes = 4_096;
const maxTrailerBytes = 16_384;

const sizeLine = /^([\da-f]{1,8})(?:;[^\r\n]*)?\r\n$/i;
/** Framing headers are not allowed here: the body's length is already known (RFC 9110, 6.5.1). */
const trailerLine = /^(?!content-length:|transfer-encoding:)[!#$%&'*+.^`|~\w-]+:[^\r\n\0]*\r\n$/i;

type ExpectedLine = 'size' | 'end of chunk' | 'trailer';

/** A body in chunks (RFC 9112, 7.1). Extensions and trailers are ignored. */
export class ChunkedBody {
  readonly endsWithConnection = false;
  /** Bytes came after the body. */
  exceeded = false;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #trailerBytes = 0;
  #missingInChunk = 0;
  #expected: ExpectedLine = 'size';
  #line = '';

  add(bytes: Buffer): ReadProgress {
    let at = 0;
    while (at < bytes.length) {
      if (this.#missingInChunk > 0) {
        at += this.#addToChunk(bytes.subarray(at, at + this.#missingInChunk));
        continue;
      }
      const end = bytes.indexOf('\n', at) + 1 || bytes.length;
      this.#line += bytes.toString('latin1', at, end);
      at = end;
      const progress = this.#endLine();
      this.exceeded = at < bytes.length;
      if (progress !== 'more') return progress;
    }
    return 'more';
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }

  #addToChunk(bytes: Buffer): number {
    this.#chunks.push(bytes);
    this.#missingInChunk -= bytes.length;
    return bytes.length;
  }

  #endLine(): ReadProgress {
    const line = this.#line;
    if (line.length > maxLineBytes) return 'damaged';
    if (!line.endsWith('\n')) return 'more';
    this.#line = '';
    if (this.#expected === 'size') return this.#beginChunk(line);
    if (this.#expected === 'trailer') return this.#readTrailer(line);
    this.#expected = 'size';
    return line === '\r\n' ? 'more' : 'damaged';
  }

  #beginChunk(line: string): ReadProgress {
    const [, digits] = sizeLine.exec(line) ?? [];
    if (digits === undefined) return 'damaged';
    this.#missingInChunk = Number.parseInt(digits, 16);
    this.#size += this.#missingInChunk;
    this.#expected = this.#missingInChunk === 0 ? 'trailer' : 'end of chunk';
    return this.#size > maxAnswerBytes ? 'too_large' : 'more';
  }

  #readTrailer(line: string): ReadProgress {
    if (line === '\r\n') return 'whole';
    this.#trailerBytes += line.length;
    return trailerLine.test(line) && this.#trailerBytes <= maxTrailerBytes ? 'more' : 'damaged';
  }
}
