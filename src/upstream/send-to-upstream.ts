import type { RepeatRule } from '../http/http-exchange.ts';
import { Origin } from '../http/origin.ts';
import type { Upstreams } from '../network.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { FindCredentials } from './upstream-credentials.ts';

export type UpstreamRequest = {
  /** Default: POST. */
  readonly method?: string;
  readonly url: URL;
  /** The certificates in PEM that sign the node's own. Default: public authorities. */
  readonly ca?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /**
   * May be sent twice: over a kept connection and, if that is dead, over a new one. Other requests always use a new
   * connection, which the node cannot have closed yet.
   */
  readonly repeatable: boolean;
  /** Shortens `silentMs` of {@link ConnectionWaits}. */
  readonly silentMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const origins = new Map<string, Origin>();

function originOf(url: URL, ca: string | undefined): Origin {
  const key = ca === undefined ? url.origin : `${url.origin} ${ca}`;
  const origin = origins.get(key) ?? new Origin(url, { ca });
  origins.set(key, origin);
  return origin;
}

/** When a kept connection may be dead, and how long to open a new one (TCP and TLS), in ms. */
type ConnectionWaits = RepeatRule & { readonly connectMs: number };

/**
 * Networks forget the connections of a process that Lambda has frozen: a security group after 60 s of idleness at the
 * earliest (Amazon EC2 API, "ConnectionTrackingConfiguration"), a NAT gateway after 350 s. Half of the shorter time is
 * on the safe side. A connection in use is only slow, and a repetition would double the node's work.
 */
const defaultWaits: ConnectionWaits = { connectMs: 2_000, idleMs: 30_000, silentMs: 2_000 };

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError} @throws {TypeError} for a header that cannot be sent
 */
export const send = sendWithin(defaultWaits);

/** Creates a {@link send} with other time limits. All of them share the kept connections. */
export function sendWithin({ connectMs, idleMs, silentMs: longestSilentMs }: ConnectionWaits) {
  return async ({
    method = 'POST',
    url,
    ca,
    repeatable,
    silentMs = longestSilentMs,
    ...request
  }: UpstreamRequest): Promise<UpstreamAnswer> => {
    const path = `${url.pathname}${url.search}`;
    const headers = headersOf(url, request);
    const repeat = repeatable ? { idleMs, silentMs: Math.min(longestSilentMs, silentMs) } : undefined;
    const answer = await originOf(url, ca).exchange(
      { ...request, method, path, headers, connectMs, repeat },
      !repeatable,
    );
    return {
      status: answer.status,
      contentType: printable(answer.headers['content-type']),
      contentEncoding: codingOf(answer.headers['content-encoding']),
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

/** The content coding of an answer; undefined for none. `x-gzip` is another name of gzip (RFC 9110, 8.4.1.3). */
function codingOf(header: string | undefined): string | undefined {
  const coding = printable(header)?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  return coding === 'x-gzip' ? 'gzip' : coding;
}

/** Drops a header that could not be passed on, or is longer than any honest one. */
const printable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined;

/**
 * Opens a kept-alive connection to an upstream with an OPTIONS request, to which any answer will do.
 * @throws {NoAnswerError}
 */
async function openConnection({ url, ca }: Pick<UpstreamRequest, 'url' | 'ca'>): Promise<void> {
  const root = new URL('/', url);
  await send({
    method: 'OPTIONS',
    url: root,
    ca,
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
  await openConnection({ url: new URL(added?.url ?? first.url), ca: added?.ca ?? first.ca });
}
