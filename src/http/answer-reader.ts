import { ChunkedBody, PlainBody } from './answer-body.ts';
import type { HttpAnswer, ReadProgress } from './http-exchange.ts';

type AnswerHead = Pick<HttpAnswer, 'status' | 'headers'> & {
  /** The server accepts another request on this connection. */
  readonly keptAlive: boolean;
};

/** HTTP/1.0 has no interim (1xx) answers (RFC 9110, 15.2). */
const statusLine = /^HTTP\/1\.(1|0(?= [2-5])) ([1-5]\d\d)(?: [^\r\n]*)?(?:\r\n|$)/;

/** Sticky, so that headers follow each other without a gap. Headers folded over two lines are refused. */
const headerLine = /([!#$%&'*+.^`|~\w-]+):[\t ]*([^\r\n\0]*)(?:\r\n|$)/y;

/** Repeated, these make it ambiguous where the answer ends: response splitting (RFC 9112, 11.2). */
const framingHeaders: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Reads a head without the empty line that ends it (RFC 9112, 4 and 5); undefined if it is malformed. */
function readHead(text: string): AnswerHead | undefined {
  const [line, minor, status] = statusLine.exec(text) ?? [];
  if (line === undefined) return undefined;
  const headers: Record<string, string> = Object.create(null);
  headerLine.lastIndex = line.length;
  for (let at = line.length; at < text.length; at = headerLine.lastIndex) {
    const [, name = '', value] = headerLine.exec(text) ?? [];
    if (value === undefined) return undefined;
    const lower = name.toLowerCase();
    if (headers[lower] === undefined) headers[lower] = value.trimEnd();
    else if (framingHeaders.has(lower)) return undefined;
  }
  const connection = headers.connection?.toLowerCase();
  return {
    status: Number(status),
    headers,
    keptAlive: minor === '1' ? !connection?.includes('close') : connection?.includes('keep-alive') === true,
  };
}

/** The limit of Node's own client. */
const maxHeadBytes = 16_384;
const endOfHead = Buffer.from('\r\n\r\n');
const bareLineFeed = /[^\r]\n/;
const noBytes = Buffer.alloc(0);
const httpPrefix = Buffer.from('HTTP/1.');

/** Detects another protocol at once: it may never send the end of a line. */
const isHttpStart = (bytes: Buffer): boolean => {
  const length = Math.min(bytes.length, httpPrefix.length);
  return bytes.compare(httpPrefix, 0, length, 0, length) === 0;
};

/** Reads one HTTP/1.1 answer (RFC 9112) as its bytes arrive. An ambiguous answer counts as damaged. */
export class AnswerReader {
  #unread: Buffer = noBytes;
  #headBytes = 0;
  #head: AnswerHead | undefined;
  #body: PlainBody | ChunkedBody | undefined;

  /** Call again only after `more`. */
  read(bytes: Buffer): ReadProgress {
    if (this.#body) return this.#body.add(bytes);
    let unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, bytes]) : bytes;
    if (!isHttpStart(unread)) return 'damaged';
    for (let end = unread.indexOf(endOfHead); end >= 0; end = unread.indexOf(endOfHead)) {
      const head = readHead(unread.toString('latin1', 0, end));
      unread = unread.subarray(end + endOfHead.length);
      this.#headBytes += end;
      if (!head || head.status === 101 || this.#headBytes > maxHeadBytes) return 'damaged';
      if (head.status >= 200) return this.#beginBody(head, unread);
    }
    this.#unread = unread;
    // Such a head has no end that this reader would find.
    if (bareLineFeed.test(unread.toString('latin1'))) return 'damaged';
    return this.#headBytes + unread.length > maxHeadBytes ? 'damaged' : 'more';
  }

  /** True if the answer is complete when the server closes the connection. */
  endsWithConnection(): boolean {
    return this.#body?.endsWithConnection ?? false;
  }

  /** True if another request can be sent on the connection. Bytes after the answer rule that out. */
  get keptAlive(): boolean {
    return this.#head?.keptAlive === true && this.#body?.exceeded === false && !this.endsWithConnection();
  }

  /** The answer, after `whole`. */
  get answer(): HttpAnswer {
    const { status = 0, headers = {} } = this.#head ?? {};
    return { status, headers, body: this.#body?.bytes() ?? noBytes };
  }

  #beginBody(head: AnswerHead, rest: Buffer): ReadProgress {
    this.#head = head;
    this.#body = bodyOf(head);
    return this.#body?.add(rest) ?? 'damaged';
  }
}

/** How to read the body (RFC 9112, 6.3); undefined if that is ambiguous. */
function bodyOf({ status, headers }: AnswerHead): PlainBody | ChunkedBody | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const chunked = encoding?.toLowerCase() === 'chunked' && length === undefined;
  if (!chunked && encoding !== undefined) return undefined;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return undefined;
  if (status === 204 || status === 304) return new PlainBody(0);
  return chunked ? new ChunkedBody() : new PlainBody(Number(length ?? Number.POSITIVE_INFINITY));
}
