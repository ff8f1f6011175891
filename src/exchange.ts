import type * as http from 'node:http';
import { httpModule } from './http-module.ts';

/** One HTTP request. */
export type Exchange = {
  /** `https:`, or plain HTTP. */
  readonly protocol: string;
  readonly options: Omit<http.RequestOptions, 'signal'>;
  readonly body: string;
  /** For all of it, in ms. */
  readonly timeoutMs: number;
  /** To open a connection where none is kept, in ms. */
  readonly connectMs?: number;
  /** Ends the request and the connection that it goes over, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

/** An HTTP answer, read whole. */
export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

/**
 * Why there is no usable answer; `damaged` is one that is no answer to what was asked, and `withheld` one that shows what
 * must stay inside.
 */
export type NoAnswer = 'unreachable' | 'timeout' | 'too_large' | 'cancelled' | 'damaged' | 'withheld';

type Sending = { readonly sent?: boolean; readonly reused?: boolean; readonly cause?: unknown };

/**
 * There is no usable answer. `sent` says whether the request may have arrived, and `reused` whether it went over a
 * kept-alive connection, which the other side may have closed long before.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code: NoAnswer;
  readonly sent: boolean;
  readonly reused: boolean;

  constructor(code: NoAnswer, { sent = true, reused = false, cause }: Sending = {}) {
    super(`no usable answer (${code})`, { cause });
    this.code = code;
    this.sent = sent;
    this.reused = reused;
  }
}

/** Lambda takes no larger answer (6,291,556 bytes, reported by the service itself), so there is no use in reading on. */
export const maxAnswerBytes = 6_291_556;

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError}
 */
export function exchange(exchanged: Exchange): Promise<HttpAnswer> {
  const { protocol, options, body, timeoutMs, connectMs = timeoutMs, signal } = exchanged;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new NoAnswerError('cancelled', { sent: false }));
    const request = httpModule(protocol).request(options);
    let sent = false;
    let failure: NoAnswer = 'unreachable';
    const fail = (code: NoAnswer) => {
      failure = code;
      request.destroy(new Error(code));
    };
    const timer = setTimeout(fail, timeoutMs, 'timeout');
    // Heard here: as an option of the request it would be watched for by Node's streams, at several times the price.
    const cancel = () => fail('cancelled');
    signal?.addEventListener('abort', cancel);
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    const failed = (cause: unknown) => {
      over();
      reject(new NoAnswerError(failure, { sent, reused: request.reusedSocket, cause }));
    };
    // Unheard, a switch of protocols would end the request with neither an answer nor an error.
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      failure = 'damaged';
      failed(undefined);
    });
    request.once('error', failed).once('socket', (socket) => {
      sent = !socket.connecting;
      if (sent) return;
      const connecting = setTimeout(fail, connectMs, 'timeout');
      socket.once('close', () => clearTimeout(connecting));
      socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        sent = true;
        clearTimeout(connecting);
      });
    });
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response.once('error', failed);
      if (!isFinal(status)) return fail('damaged');
      const done = (bytes: Buffer) => {
        over();
        resolve({ status, headers, body: bytes });
      };
      collect(response, done, () => fail('too_large'));
    });
    request.end(body);
  });
}

/** Whether a status ends an exchange (RFC 9110, 15): Node's parser takes any three digits for one. */
const isFinal = (status: number): boolean => status >= 200 && status <= 599;

function collect(response: http.IncomingMessage, done: (body: Buffer) => void, tooLarge: () => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxAnswerBytes) return tooLarge();
    chunks.push(chunk);
  });
  response.once('end', () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
}
