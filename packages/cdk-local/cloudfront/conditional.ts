import type { Answer, ViewerRequest } from './answer.ts';

/** What a 304 does not carry: it has no content. */
const aboutContent = ['content-encoding', 'content-length', 'content-type'];

/** Answers 304 to a viewer that has the content already (RFC 9110, "If-None-Match" and "If-Modified-Since"). */
export function conditional({ headers }: ViewerRequest, answer: Answer): Answer {
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
