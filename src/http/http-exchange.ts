export type HttpRequest = {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Names and values in turn, including `Host` and `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: string;
  /** For the whole exchange, in ms. */
  readonly timeoutMs: number;
  /** To open a new connection, in ms. */
  readonly connectMs?: number;
  /** Set only for a request that may be sent twice: when, after the first time over a kept connection. */
  readonly repeat?: RepeatRule | undefined;
  /** Cancels the request and closes its connection. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * A request is sent again over a new connection if the kept one is closed; or if it was idle for `idleMs` and then is
 * silent for `silentMs`, because it may have died without a sign. The first answer counts. Both are in ms.
 */
export type RepeatRule = { readonly idleMs: number; readonly silentMs: number };

/** Checks that a name is a token, and a value only visible ASCII, spaces and tabs (RFC 9110, 5.5). */
export const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);

/**
 * Formats a request for the wire (RFC 9112).
 * @throws {TypeError} for a header that a server could read as something else
 */
export function requestText({ method, path, headers, body }: HttpRequest): string {
  let head = `${method} ${path} HTTP/1.1\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (!isHeader(name, value)) throw new TypeError('A header has a character that HTTP does not allow.');
    head += `${name}: ${value}\r\n`;
  }
  return `${head}\r\n${body}`;
}

export type HttpAnswer = {
  readonly status: number;
  /** By lower-case name. Of headers with the same name, the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** Lambda's limit for an answer, as its error message states it. Reading more would be useless. */
export const maxAnswerBytes = 6_291_556;

export type ReadProgress = 'more' | 'whole' | 'damaged' | 'too_large';

/**
 * Why there is no usable answer. `damaged`: not a valid HTTP answer to the request. `withheld`: the answer shows a
 * credential that customers must not see.
 */
export type NoAnswerCode = 'unreachable' | 'timeout' | 'too_large' | 'cancelled' | 'damaged' | 'withheld';

type SendState = { readonly sent?: boolean; readonly reused?: boolean; readonly cause?: unknown };

export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code: NoAnswerCode;
  /** The request may have reached the server. */
  readonly sent: boolean;
  /** The request went over a kept connection, which the server may already have closed. */
  readonly reused: boolean;

  constructor(code: NoAnswerCode, { sent = true, reused = false, cause }: SendState = {}) {
    super(`no usable answer (${code})`, { cause });
    this.code = code;
    this.sent = sent;
    this.reused = reused;
  }
}
