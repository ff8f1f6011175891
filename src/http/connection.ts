import type { Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import { type HttpAnswer, type HttpRequest, type NoAnswerCode, NoAnswerError } from './http-exchange.ts';

/** Told what becomes of a connection. */
export type ConnectionEvents = {
  /** It can take another request. */
  free(connection: Connection): void;
  closed(connection: Connection): void;
};

/** How long an answer is waited for. */
type ExchangeTimeouts = Pick<HttpRequest, 'timeoutMs' | 'signal'> & {
  readonly connectMs?: number | undefined;
  /** Told when no byte has come for so long. */
  readonly silence?: { readonly ms: number; readonly heard: () => void };
};

/** A request whose answer is awaited. */
type PendingExchange = {
  readonly reader: AnswerReader;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: NoAnswerError) => void;
  readonly connecting: NodeJS.Timeout | undefined;
  readonly silent: NodeJS.Timeout | undefined;
  /** Nothing is waited for any more. */
  readonly over: () => void;
};

/** A connection, over which one request goes at a time. While it is idle it does not keep the process alive. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  #waiting: PendingExchange | undefined;
  #open = false;
  #reused = false;

  /** @param opens the socket's event after which what is sent may arrive */
  constructor(socket: Socket, opens: 'connect' | 'secureConnect', events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.once(opens, () => {
      this.#open = true;
      clearTimeout(this.#waiting?.connecting);
    });
    socket.on('data', (bytes: Buffer) => this.#received(bytes));
    socket.once('end', () => (this.#waiting?.reader.end() ? this.#answered() : this.#fail('unreachable')));
    socket.on('error', (error) => this.#fail('unreachable', error));
    socket.once('close', () => this.#fail('unreachable'));
  }

  /**
   * Sends the text of a request and reads the whole answer. No other may be under way.
   * @throws {NoAnswerError}
   */
  exchange(text: string, { timeoutMs, connectMs = timeoutMs, signal, silence }: ExchangeTimeouts): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const late = () => this.#fail('timeout');
      const timer = setTimeout(late, timeoutMs);
      const connecting = this.#open ? undefined : setTimeout(late, connectMs);
      const silent = silence && setTimeout(silence.heard, silence.ms);
      const cancel = () => this.#fail('cancelled');
      signal?.addEventListener('abort', cancel);
      const over = () => {
        clearTimeout(timer);
        clearTimeout(connecting);
        clearTimeout(silent);
        signal?.removeEventListener('abort', cancel);
      };
      this.#waiting = { reader: new AnswerReader(), resolve, reject, connecting, silent, over };
      this.#socket.ref();
      this.#socket.write(text);
    });
  }

  /** Closes it if its answer is still awaited. */
  abandon(): void {
    if (this.#waiting) this.close();
  }

  close(): void {
    this.#socket.destroy();
    this.#events.closed(this);
  }

  #received(bytes: Buffer): void {
    clearTimeout(this.#waiting?.silent);
    // Bytes that nobody has asked for would be taken for the next answer.
    const progress = this.#waiting?.reader.read(bytes) ?? 'damaged';
    if (progress === 'whole') this.#answered();
    else if (progress !== 'more') this.#fail(progress);
  }

  #answered(): void {
    const waiting = this.#end();
    if (!waiting) return;
    const { reader, resolve } = waiting;
    this.#reused = true;
    this.#socket.unref();
    // A server may answer before it has read all of a request, and the rest of it would go before the next.
    if (reader.keptAlive && this.#socket.writableLength === 0) this.#events.free(this);
    else this.close();
    resolve(reader.answer);
  }

  #fail(code: NoAnswerCode, cause?: unknown): void {
    this.close();
    const failure = { sent: this.#open, reused: this.#reused, cause };
    this.#end()?.reject(new NoAnswerError(code, failure));
  }

  #end(): PendingExchange | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.over();
    return waiting;
  }
}
