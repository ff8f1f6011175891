import { createHash } from 'node:crypto';
import type { Operation, OperationContext } from './operation.ts';

// Programs poll: they send the ETag of their last response in If-None-Match, and get 304 if it is still the same
// (RFC 9110, 13.1.2). ETags are weak, because a response may be compressed. Why they are made in two ways:
// docs/decisions/0049-polling-with-etags.md.

type Conditional = Pick<Operation, 'etag'>;

/**
 * Makes the response, or answers 304 if the client has it. With an `etag` function nothing is read for a 304.
 * @param url tells the responses of one account apart, with the media type
 */
export async function respondConditionally(
  { etag }: Conditional,
  request: { readonly url: string; readonly accept: string | undefined; readonly ifNoneMatch: string | undefined },
  context: OperationContext,
  respond: () => Promise<Response>,
): Promise<Response> {
  if (etag === undefined) return respond();
  const { url, accept, ifNoneMatch } = request;
  const tagOf = (state: string | Buffer) => weakTag([context.account.accountId, url, accept ?? ''], state);
  const early = etag === 'body' ? undefined : tagOf(etag(context));
  if (early !== undefined && tagsOf(ifNoneMatch).includes(early)) return notModified(early);
  const response = await respond();
  const tag = early ?? tagOf(Buffer.from(await response.clone().arrayBuffer()));
  response.headers.set('ETag', tag);
  return matches(tagsOf(ifNoneMatch), tag) ? notModified(tag) : response;
}

const notModified = (tag: string): Response => new Response(null, { status: 304, headers: { ETag: tag } });

const matches = (tags: readonly string[], tag: string): boolean => tags.includes(tag) || tags.includes('*');

/** The tags of the header. A client may have dropped the `W/`: the comparison is weak. */
const tagsOf = (header = ''): string[] =>
  header
    .split(',')
    .map((tag) => tag.trim())
    .map((tag) => (tag.startsWith('"') ? `W/${tag}` : tag));

function weakTag(scope: readonly string[], state: string | Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify(scope)).update(state);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}
