import { maxAnswerBytes, type Progress } from './answer.ts';

/** A body of so many bytes; of infinitely many where the end of the connection is that of the body. */
export class PlainBody {
  readonly #length: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(length: number) {
    this.#length = length;
  }

  add(bytes: Buffer): Progress {
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
