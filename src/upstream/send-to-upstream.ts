import type { Upstreams } from '../environment.ts';
import { Origin } from '../http/origin.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { FindCredentials } from './upstream-credentials.ts';

/** One HTTP request to an upstream. */
export type UpstreamRequest = {
  /** POST where it is not given. */
  readonly method?: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /**
   * May be sent twice: over a kept connection and, when that is dead, over a new one. Any other request goes over a new
   * connection only, which the other side cannot have closed yet.
   */
  readonly repeatable: boolean;
  /** A kept connection that is silent for so long is given up for a new one, if not before: see {@link ConnectionWaits}. */
  readonly silenceMs?: number;
  /** Cancels it, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

const origins = new Map<string, Origin>();

function originOf(url: URL): Origin {
  const origin = origins.get(url.origin) ?? new Origin(url);
  origins.set(url.origin, origin);
  return origin;
}

/** How long a connection is waited for, in ms. */
export type ConnectionWaits = {
  /** A node that takes longer to open a connection (TCP and TLS) counts as unreachable. */
  readonly connectMs: number;
  /** A kept connection that is silent for so long may be dead: a network forgets the connections of a frozen process. */
  readonly repeatAfterMs: number;
};

const usualWaits: ConnectionWaits = { connectMs: 2_000, repeatAfterMs: 2_000 };

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
 */
export const send = sendWithin(usualWaits);

/** A {@link send} that waits as long as told. All of them share the connections that are kept. */
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
      contentType: passable(answer.headers['content-type']),
      contentEncoding: passable(answer.headers['content-encoding'])?.toLowerCase(),
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

/** A header that can be passed on whatever stands behind: printable, and of a length that no honest one comes near. */
const passable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined;

/**
 * Opens a kept-alive connection to an upstream's host by an OPTIONS request, which is no call and which the host may
 * answer as it likes.
 * @throws {NoAnswerError}
 */
export async function openConnection(url: URL): Promise<void> {
  const root = new URL('/', url);
  await send({
    method: 'OPTIONS',
    url: root,
    headers: {},
    body: '',
    timeoutMs: usualWaits.connectMs,
    repeatable: true,
  });
}

/**
 * Opens a connection to the first upstream of the first network, where most calls go, and reads the credentials for it.
 * Only there: each handshake takes milliseconds of processor time, and there may be many networks. Rejects where that
 * fails.
 */
export async function connectToFirstUpstream(upstreams: Upstreams, credentials: FindCredentials): Promise<void> {
  const first = Object.values(upstreams)[0]?.[0];
  if (!first) return;
  const added = first.secretName ? await credentials(first.secretName) : undefined;
  await openConnection(new URL(added?.url ?? first.url));
}
