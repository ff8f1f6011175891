/** One HTTP request, and how long its answer is waited for. */
export type HttpRequest = {
  readonly method: string;
  /** And query, as they are sent. */
  readonly path: string;
  /** Value after name, `Host` and `Content-Length` among them. */
  readonly headers: readonly string[];
  readonly body: string;
  /** For all of it, in ms. */
  readonly timeoutMs: number;
  /** To open a connection where none is kept, in ms. */
  readonly connectMs?: number;
  /**
   * Set for a request that may be sent twice: over a kept connection that is closed, or silent for so many ms, it is sent
   * once more over a new one, and the first answer counts.
   */
  readonly repeatAfterMs?: number | undefined;
  /** Ends the request and the connection that it goes over, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

/** Whether a header can be sent: a token, and a value of visible ASCII, spaces and tabs (RFC 9110, 5.5). */
export const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);

/**
 * A request as it goes over the wire (RFC 9112).
 * @throws {TypeError} for a header that would be read as something else
 */
export function requestText({ method, path, headers, body }: HttpRequest): string {
  let head = `${method} ${path} HTTP/1.1\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (!isHeader(name, value)) throw new TypeError('A header has a character that HTTP does not take.');
    head += `${name}: ${value}\r\n`;
  }
  return `${head}\r\n${body}`;
}

/** An HTTP answer, read whole. */
export type HttpAnswer = {
  readonly status: number;
  /** By names in lower case; of several with one name the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** Lambda takes no larger answer (6,291,556 bytes, reported by the service itself), so there is no use in reading on. */
export const maxAnswerBytes = 6_291_556;

/** How far the reading of an answer has come. */
export type ReadProgress = 'more' | 'whole' | 'damaged' | 'too_large';

/**
 * Why there is no usable answer; `damaged` is one that is no answer to what was asked, and `withheld` one that shows what
 * must stay inside.
 */
export type NoAnswerCode = 'unreachable' | 'timeout' | 'too_large' | 'cancelled' | 'damaged' | 'withheld';

type Sending = { readonly sent?: boolean; readonly reused?: boolean; readonly cause?: unknown };

/**
 * There is no usable answer. `sent` says whether the request may have arrived, and `reused` whether it went over a
 * kept-alive connection, which the other side may have closed long before.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code: NoAnswerCode;
  readonly sent: boolean;
  readonly reused: boolean;

  constructor(code: NoAnswerCode, { sent = true, reused = false, cause }: Sending = {}) {
    super(`no usable answer (${code})`, { cause });
    this.code = code;
    this.sent = sent;
    this.reused = reused;
  }
}
