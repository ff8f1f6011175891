import { request } from 'node:http';
import { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AnswerReader } from '../../src/http/answer-reader.ts';
import type { HttpAnswer } from '../../src/http/http-exchange.ts';

/** What came of reading an answer; `more` where the connection ended in the middle of one. */
export type Read = HttpAnswer | 'more' | 'damaged' | 'too_large';

/** Reads an answer that comes in these pieces, before the connection ends. */
export function read(pieces: readonly Buffer[]): Read & { readonly keptAlive?: boolean } {
  const reader = new AnswerReader();
  for (const piece of pieces) {
    const progress = reader.read(piece);
    if (progress === 'whole') return { ...reader.answer, keptAlive: reader.keptAlive };
    if (progress !== 'more') return progress;
  }
  return reader.end() ? { ...reader.answer, keptAlive: reader.keptAlive } : 'more';
}

/** The bytes up to the end of the answer, or all of them where that is the end of the connection. */
export function withoutSurplus(bytes: Buffer): Buffer {
  const reader = new AnswerReader();
  const end = bytes.findIndex((_, at) => reader.read(bytes.subarray(at, at + 1)) === 'whole');
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/** A connection on which these bytes come, whatever is sent, and which then ends. */
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

/** What Node's own client makes of the same bytes; undefined where it takes them for no answer. */
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
