import { maxAnswerBytes, type ReadProgress } from './http-exchange.ts';

/** A body of so many bytes; of infinitely many where the end of the connection is that of the body. */
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

  /** Whether the end of the connection ends the body well. */
  get endsWithConnection(): boolean {
    return this.#length === Number.POSITIVE_INFINITY;
  }

  /** More came than the body. */
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
/** The body's length is known by now (RFC 9110, 6.5.1). */
const trailerLine = /^(?!content-length:|transfer-encoding:)[!#$%&'*+.^`|~\w-]+:[^\r\n\0]*\r\n$/i;

/** What the next line of the framing has to be. */
type Expected = 'size' | 'end of chunk' | 'trailer';

/** A body in chunks (RFC 9112, 7.1); extensions and trailers are read over. */
export class ChunkedBody {
  readonly endsWithConnection = false;
  /** More came than the body. */
  exceeded = false;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #trailerBytes = 0;
  /** Of the chunk that is being read. */
  #missing = 0;
  #expected: Expected = 'size';
  #line = '';

  add(bytes: Buffer): ReadProgress {
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing > 0) {
        at += this.#take(bytes.subarray(at, at + this.#missing));
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

  #take(bytes: Buffer): number {
    this.#chunks.push(bytes);
    this.#missing -= bytes.length;
    return bytes.length;
  }

  #endLine(): ReadProgress {
    const line = this.#line;
    if (line.length > maxLineBytes) return 'damaged';
    if (!line.endsWith('\n')) return 'more';
    this.#line = '';
    if (this.#expected === 'size') return this.#begin(line);
    if (this.#expected === 'trailer') return this.#trail(line);
    this.#expected = 'size';
    return line === '\r\n' ? 'more' : 'damaged';
  }

  #begin(line: string): ReadProgress {
    const [, digits] = sizeLine.exec(line) ?? [];
    if (digits === undefined) return 'damaged';
    this.#missing = Number.parseInt(digits, 16);
    this.#size += this.#missing;
    this.#expected = this.#missing === 0 ? 'trailer' : 'end of chunk';
    return this.#size > maxAnswerBytes ? 'too_large' : 'more';
  }

  #trail(line: string): ReadProgress {
    if (line === '\r\n') return 'whole';
    this.#trailerBytes += line.length;
    return trailerLine.test(line) && this.#trailerBytes <= maxTrailerBytes ? 'more' : 'damaged';
  }
}
