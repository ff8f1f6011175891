import type { HttpAnswer } from './answer.ts';

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
