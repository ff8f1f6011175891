import type { Socket } from 'node:net';
import type { Clock } from '../time.ts';
import { AnswerReader } from './answer-reader.ts';
import { type HttpAnswer, type HttpRequest, type NoAnswerCode, NoAnswerError } from './http-exchange.ts';

export type ConnectionEvents = {
  /** The connection can take another request. */
  free(connection: Connection): void;
  closed(connection: Connection): void;
};

type ExchangeOptions = Pick<HttpRequest, 'timeoutMs' | 'signal'> & {
  readonly connectMs?: number | undefined;
  /** Calls `onSilence` if no byte has arrived after this time. */
  readonly silence?: { readonly ms: number; readonly onSilence: () => void } | undefined;
};

type PendingExchange = {
  readonly reader: AnswerReader;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: NoAnswerError) => void;
  readonly connectTimer: NodeJS.Timeout | undefined;
  readonly silenceTimer: NodeJS.Timeout | undefined;
  /** Clears every timer and listener. */
  readonly release: () => void;
};

/** Carries one request at a time. While it is idle, it does not keep the process alive. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  #pending: PendingExchange | undefined;
  readonly #clock: Clock;
  #open = false;
  #idleSince: number | undefined;

  /** @param openEvent the socket's event after which sent bytes may arrive */
  constructor(socket: Socket, openEvent: 'connect' | 'secureConnect', events: ConnectionEvents, clock: Clock) {
    this.#socket = socket;
    this.#events = events;
    this.#clock = clock;
    socket.once(openEvent, () => {
      this.#open = true;
      clearTimeout(this.#pending?.connectTimer);
    });
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.once('end', () =>
      this.#pending?.reader.endsWithConnection() ? this.#succeed() : this.#fail('unreachable'),
    );
    socket.on('error', (error) => this.#fail('unreachable', error));
    socket.once('close', () => this.#fail('unreachable'));
  }

  /**
   * Sends the text of a request and reads the whole answer. The previous exchange must have ended.
   * @throws {NoAnswerError}
   */
  exchange(text: string, { timeoutMs, connectMs = timeoutMs, signal, silence }: ExchangeOptions): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const timeOut = () => this.#fail('timeout');
      const timer = setTimeout(timeOut, timeoutMs);
      const connectTimer = this.#open ? undefined : setTimeout(timeOut, connectMs);
      const silenceTimer = silence && setTimeout(silence.onSilence, silence.ms);
      const cancel = () => this.#fail('cancelled');
      signal?.addEventListener('abort', cancel);
      const release = () => {
        clearTimeout(timer);
        clearTimeout(connectTimer);
        clearTimeout(silenceTimer);
        signal?.removeEventListener('abort', cancel);
      };
      this.#pending = { reader: new AnswerReader(), resolve, reject, connectTimer, silenceTimer, release };
      this.#socket.ref();
      this.#socket.write(text);
    });
  }

  /** Time since the last exchange, in ms. By the clock of the day, which goes on while Lambda has frozen the process. */
  get idleMs(): number {
    return this.#idleSince === undefined ? 0 : this.#clock() - this.#idleSince;
  }

  abandon(): void {
    if (this.#pending) this.close();
  }

  close(): void {
    this.#socket.destroy();
    this.#events.closed(this);
  }

  #receive(bytes: Buffer): void {
    clearTimeout(this.#pending?.silenceTimer);
    // Bytes without a request would be taken for the next answer.
    const progress = this.#pending?.reader.read(bytes) ?? 'damaged';
    if (progress === 'whole') this.#succeed();
    else if (progress !== 'more') this.#fail(progress);
  }

  #succeed(): void {
    const pending = this.#endExchange();
    if (!pending) return;
    const { reader, resolve } = pending;
    this.#idleSince = this.#clock();
    this.#socket.unref();
    // A server may answer before it has read the whole request. The rest would then precede the next request.
    if (reader.keptAlive && this.#socket.writableLength === 0) this.#events.free(this);
    else this.close();
    resolve(reader.answer);
  }

  #fail(code: NoAnswerCode, cause?: unknown): void {
    this.close();
    this.#endExchange()?.reject(
      new NoAnswerError(code, { sent: this.#open, reused: this.#idleSince !== undefined, cause }),
    );
  }

  #endExchange(): PendingExchange | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.release();
    return pending;
  }
}
