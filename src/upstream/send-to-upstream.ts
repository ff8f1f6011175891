import { Origin } from '../http/origin.ts';
import type { Upstreams } from '../network.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { FindCredentials } from './upstream-credentials.ts';

export type UpstreamRequest = {
  /** Default: POST. */
  readonly method?: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /**
   * May be sent twice: over a kept connection and, if that is dead, over a new one. Other requests always use a new
   * connection, which the node cannot have closed yet.
   */
  readonly repeatable: boolean;
  /** Shortens `repeatAfterMs` of {@link ConnectionWaits}. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const origins = new Map<string, Origin>();

function originOf(url: URL): Origin {
  const origin = origins.get(url.origin) ?? new Origin(url);
  origins.set(url.origin, origin);
  return origin;
}

/** In ms. */
type ConnectionWaits = {
  /** If opening a connection (TCP and TLS) takes longer, the node counts as unreachable. */
  readonly connectMs: number;
  /** A kept connection that is silent for longer may be dead: networks forget the connections of a frozen process. */
  readonly repeatAfterMs: number;
};

const defaultWaits: ConnectionWaits = { connectMs: 2_000, repeatAfterMs: 2_000 };

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
 */
export const send = sendWithin(defaultWaits);

/** Creates a {@link send} with other time limits. All of them share the kept connections. */
export function sendWithin({ connectMs, repeatAfterMs }: ConnectionWaits) {
  return async ({
    method = 'POST',
    url,
    repeatable,
    silenceMs = repeatAfterMs,
    ...request
  }: UpstreamRequest): Promise<UpstreamAnswer> => {
    const path = `${url.pathname}${url.search}`;
    const headers = headersOf(url, request);
    const waits = { connectMs, repeatAfterMs: repeatable ? Math.min(repeatAfterMs, silenceMs) : undefined };
    const answer = await originOf(url).exchange({ ...request, method, path, headers, ...waits }, !repeatable);
    return {
      status: answer.status,
      contentType: printable(answer.headers['content-type']),
      contentEncoding: printable(answer.headers['content-encoding'])?.toLowerCase(),
      body: answer.body,
    };
  };
}

function headersOf(
  { host, username, password }: URL,
  { headers, body }: Pick<UpstreamRequest, 'headers' | 'body'>,
): string[] {
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

/** Drops a header that could not be passed on, or is longer than any honest one. */
const printable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined;

/**
 * Opens a kept-alive connection to an upstream with an OPTIONS request, to which any answer will do.
 * @throws {NoAnswerError}
 */
async function openConnection(url: URL): Promise<void> {
  const root = new URL('/', url);
  await send({
    method: 'OPTIONS',
    url: root,
    headers: {},
    body: '',
    timeoutMs: defaultWaits.connectMs,
    repeatable: true,
  });
}

/**
 * Opens a connection to the first upstream of the first network, where most calls go. Not to the others: each handshake
 * takes milliseconds of processor time. Rejects if that fails.
 */
export async function connectToFirstUpstream(upstreams: Upstreams, credentials: FindCredentials): Promise<void> {
  const first = Object.values(upstreams)[0]?.[0];
  if (!first) return;
  const added = first.secretName ? await credentials(first.secretName) : undefined;
  await openConnection(new URL(added?.url ?? first.url));
}
