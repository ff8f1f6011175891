import { request } from 'node:http';
import { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AnswerReader } from '../../src/http/answer-reader.ts';
import type { HttpAnswer } from '../../src/http/http-exchange.ts';

/** The result of reading an answer; `more` if the connection ended in the middle. */
export type Read = HttpAnswer | 'more' | 'damaged' | 'too_large';

/** Reads an answer that arrives in these pieces before the connection ends. */
export function read(pieces: readonly Buffer[]): Read & { readonly keptAlive?: boolean } {
  const reader = new AnswerReader();
  for (const piece of pieces) {
    const progress = reader.read(piece);
    if (progress === 'whole') return { ...reader.answer, keptAlive: reader.keptAlive };
    if (progress !== 'more') return progress;
  }
  return reader.endsWithConnection() ? { ...reader.answer, keptAlive: reader.keptAlive } : 'more';
}

/** The bytes up to the end of the answer; all of them if the answer ends with the connection. */
export function withoutSurplus(bytes: Buffer): Buffer {
  const reader = new AnswerReader();
  const end = bytes.findIndex((_, at) => reader.read(bytes.subarray(at, at + 1)) === 'whole');
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/** A connection that delivers these bytes whatever is sent, and then ends. */
class Played extends Duplex {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override _read(): void {
    this.push(this.#bytes);
    this.push(null);
  }

  override _write(_: unknown, __: unknown, done: () => void): void {
    done();
  }

  setTimeout(): this {
    return this;
  }
}

/** How Node's own client reads the same bytes; undefined if it refuses them. */
export function readByNode(bytes: Buffer): Promise<Pick<HttpAnswer, 'status' | 'body'> | undefined> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    const sent = request({ method: 'POST', createConnection: () => new Played(bytes) });
    sent.once('error', nothing).once('upgrade', nothing);
    sent.once('response', (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), nothing);
    });
    sent.end('{}');
  });
}
