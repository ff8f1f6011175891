import { ChunkedBody, PlainBody } from './answer-body.ts';
import type { HttpAnswer, ReadProgress } from './http-exchange.ts';

/** What stands before an answer's body. */
export type AnswerHead = Pick<HttpAnswer, 'status' | 'headers'> & {
  /** The server takes another request on the same connection. */
  readonly keptAlive: boolean;
};

/** Nothing comes before an answer in HTTP/1.0 (RFC 9110, 15.2). */
const statusLine = /^HTTP\/1\.(1|0(?= [2-5])) ([1-5]\d\d)(?: [^\r\n]*)?(?:\r\n|$)/;

/** Sticky: headers follow each other without a gap, and none goes on in a second line. */
const headerLine = /([!#$%&'*+.^`|~\w-]+):[\t ]*([^\r\n\0]*)(?:\r\n|$)/y;

/** Two of these could be read in two ways, and what follows as another answer (RFC 9112, 11.2). */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Reads a head without the empty line that ends it (RFC 9112, 4 and 5); undefined for what is none. */
export function readHead(text: string): AnswerHead | undefined {
  const [line, minor, status] = statusLine.exec(text) ?? [];
  if (line === undefined) return undefined;
  const headers: Record<string, string> = Object.create(null);
  headerLine.lastIndex = line.length;
  for (let at = line.length; at < text.length; at = headerLine.lastIndex) {
    const [, name = '', value] = headerLine.exec(text) ?? [];
    if (value === undefined) return undefined;
    const lower = name.toLowerCase();
    if (headers[lower] === undefined) headers[lower] = value.trimEnd();
    else if (framing.has(lower)) return undefined;
  }
  const connection = headers.connection?.toLowerCase();
  return {
    status: Number(status),
    headers,
    keptAlive: minor === '1' ? !connection?.includes('close') : connection?.includes('keep-alive') === true,
  };
}

/** As much as Node's own client takes. */
const maxHeadBytes = 16_384;
const endOfHead = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);
const beginning = Buffer.from('HTTP/1.');

/** Whether the first bytes can be those of an answer: what speaks another protocol may never end a line. */
const canBegin = (bytes: Buffer): boolean => {
  const length = Math.min(bytes.length, beginning.length);
  return bytes.compare(beginning, 0, length, 0, length) === 0;
};

/** Reads one answer of HTTP/1.1 (RFC 9112) from bytes as they come. One that can be read in two ways is damaged. */
export class AnswerReader {
  #unread: Buffer = nothing;
  #headBytes = 0;
  #head: AnswerHead | undefined;
  #body: PlainBody | ChunkedBody | undefined;

  /** Reads on; after anything but `more` there is nothing more to read. */
  read(bytes: Buffer): ReadProgress {
    if (this.#body) return this.#body.add(bytes);
    let unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, bytes]) : bytes;
    if (!canBegin(unread)) return 'damaged';
    for (let end = unread.indexOf(endOfHead); end >= 0; end = unread.indexOf(endOfHead)) {
      const head = readHead(unread.toString('latin1', 0, end));
      unread = unread.subarray(end + endOfHead.length);
      this.#headBytes += end;
      if (!head || head.status === 101 || this.#headBytes > maxHeadBytes) return 'damaged';
      if (head.status >= 200) return this.#begin(head, unread);
    }
    this.#unread = unread;
    return this.#headBytes + unread.length > maxHeadBytes ? 'damaged' : 'more';
  }

  /** Whether the end of the connection makes the answer whole. */
  end(): boolean {
    return this.#body?.endsWithConnection ?? false;
  }

  /** Whether the connection takes another request, after an answer that is whole; not where more came than that. */
  get keptAlive(): boolean {
    return this.#head?.keptAlive === true && this.#body?.exceeded === false && !this.end();
  }

  /** The answer, once it is whole. */
  get answer(): HttpAnswer {
    const { status = 0, headers = {} } = this.#head ?? {};
    return { status, headers, body: this.#body?.bytes() ?? nothing };
  }

  #begin(head: AnswerHead, rest: Buffer): ReadProgress {
    this.#head = head;
    this.#body = bodyOf(head);
    return this.#body?.add(rest) ?? 'damaged';
  }
}

/** How the body is to be read (RFC 9112, 6.3); undefined where that cannot be said for certain. */
function bodyOf({ status, headers }: AnswerHead): PlainBody | ChunkedBody | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const chunked = encoding?.toLowerCase() === 'chunked' && length === undefined;
  if (!chunked && encoding !== undefined) return undefined;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return undefined;
  if (status === 204 || status === 304) return new PlainBody(0);
  return chunked ? new ChunkedBody() : new PlainBody(Number(length ?? Number.POSITIVE_INFINITY));
}
