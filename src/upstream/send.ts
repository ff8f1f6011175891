import { Origin } from '../http/origin.ts';
import type { UpstreamAnswer } from './answer.ts';

/** One HTTP request to an upstream. */
export type Outgoing = {
  /** POST where it is not given. */
  readonly method?: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Opens a new connection instead of taking a kept-alive one. */
  readonly fresh: boolean;
  /** Cancels it, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

const origins = new Map<string, Origin>();

function originOf(url: URL): Origin {
  const origin = origins.get(url.origin) ?? new Origin(url);
  origins.set(url.origin, origin);
  return origin;
}

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
 */
export async function send({ method = 'POST', url, fresh, ...request }: Outgoing): Promise<UpstreamAnswer> {
  const path = `${url.pathname}${url.search}`;
  const answer = await originOf(url).exchange({ ...request, method, path, headers: headersOf(url, request) }, fresh);
  return {
    status: answer.status,
    contentType: passable(answer.headers['content-type']),
    contentEncoding: passable(answer.headers['content-encoding'])?.toLowerCase(),
    body: answer.body,
  };
}

function headersOf({ host, username, password }: URL, { headers, body }: Pick<Outgoing, 'headers' | 'body'>): string[] {
  const named = username !== '' || password !== '';
  return Object.entries({
    host,
    ...(named && { authorization: basic(username, password) }),
    ...headers,
    'content-length': `${Buffer.byteLength(body)}`,
  }).flat();
}

/** RFC 7617; a URL has both parts encoded. */
const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** A header that can be passed on whatever stands behind: printable, and of a length that no honest one comes near. */
const passable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined;

/** As long as a connection may take to open before it is of no more use to the first call. */
const openingMs = 2_000;

/**
 * Opens a kept-alive connection to an upstream's host by an OPTIONS request, which is no call and which the host may
 * answer as it likes.
 * @throws {NoAnswerError}
 */
export async function openConnection(url: URL): Promise<void> {
  await send({ method: 'OPTIONS', url: new URL('/', url), headers: {}, body: '', timeoutMs: openingMs, fresh: false });
}
