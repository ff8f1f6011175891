import { randomUUID } from 'node:crypto';

/** A request as a viewer sent it. */
export type ViewerRequest = {
  readonly method: string;
  /** The path, percent-encoded as it came. */
  readonly uri: string;
  /** What stands after the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Of the viewer. */
  readonly ip: string;
};

/** An answer on its way to the viewer. */
export type EdgeAnswer = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** A copy of the answer with a header more, or with another value of it. */
export function withHeader(answer: EdgeAnswer, name: string, value: string): EdgeAnswer {
  const headers = new Headers(answer.headers);
  headers.set(name, value);
  return { ...answer, headers };
}

/** An error that CloudFront itself answers (CloudFront Developer Guide, "Troubleshoot error response status codes"). */
export const errorPage = (status: number, why: string): EdgeAnswer => ({
  status,
  headers: new Headers({ 'content-type': 'text/html', server: 'CloudFront' }),
  body: Buffer.from(
    `<!DOCTYPE html><title>ERROR: The request could not be satisfied</title>\n<h1>${status} ERROR</h1>\n` +
      `<h2>The request could not be satisfied.</h2>\n<p>${why}\n<p>Request ID: ${randomUUID()}\n`,
  ),
});

/** What a 304 does not carry: it has no content. */
const aboutContent = ['content-encoding', 'content-length', 'content-type'];

/** Answers 304 to a viewer that has the content already (RFC 9110, "If-None-Match" and "If-Modified-Since"). */
export function conditional({ headers }: ViewerRequest, answer: EdgeAnswer): EdgeAnswer {
  if (answer.status !== 200 || !has(headers, answer.headers)) return answer;
  const kept = new Headers(answer.headers);
  for (const name of aboutContent) kept.delete(name);
  return { status: 304, headers: kept, body: Buffer.alloc(0) };
}

function has(request: ViewerRequest['headers'], content: Headers): boolean {
  const tags = request['if-none-match'];
  const etag = content.get('etag');
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => opaque(tag.trim()));
    return etag !== null && (known.includes('*') || known.includes(opaque(etag)));
  }
  const since = Date.parse(request['if-modified-since'] ?? '');
  const changed = Date.parse(content.get('last-modified') ?? '');
  return changed <= since;
}

// Compared weakly: the same content, however it is encoded.
const opaque = (etag: string): string => etag.replace(/^W\//, '');
