import { maxAnswerBytes, type Progress } from './answer.ts';

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

  add(bytes: Buffer): Progress {
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

  #endLine(): Progress {
    const line = this.#line;
    if (line.length > maxLineBytes) return 'damaged';
    if (!line.endsWith('\n')) return 'more';
    this.#line = '';
    if (this.#expected === 'size') return this.#begin(line);
    if (this.#expected === 'trailer') return this.#trail(line);
    this.#expected = 'size';
    return line === '\r\n' ? 'more' : 'damaged';
  }

  #begin(line: string): Progress {
    const [, digits] = sizeLine.exec(line) ?? [];
    if (digits === undefined) return 'damaged';
    this.#missing = Number.parseInt(digits, 16);
    this.#size += this.#missing;
    this.#expected = this.#missing === 0 ? 'trailer' : 'end of chunk';
    return this.#size > maxAnswerBytes ? 'too_large' : 'more';
  }

  #trail(line: string): Progress {
    if (line === '\r\n') return 'whole';
    this.#trailerBytes += line.length;
    return trailerLine.test(line) && this.#trailerBytes <= maxTrailerBytes ? 'more' : 'damaged';
  }
}
