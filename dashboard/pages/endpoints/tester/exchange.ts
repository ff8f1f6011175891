import { type LimitWindow, limitHeadersOf, limitWindows } from './limit-headers.ts';

/** What is sent: `body` as it was typed. */
export type RpcRequest = { readonly url: string; readonly secret: string; readonly body: string };

/** An answer that the page was allowed to see; times in milliseconds since it was sent. */
export type RpcAnswer = {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as text. */
  readonly text: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly windows: readonly LimitWindow[];
  readonly requestId: string | undefined;
  readonly headersAfter: number;
  readonly endedAfter: number;
};

/**
 * How sending ended. `hidden`: the endpoint answered, and the browser keeps the answer from the page. `unreachable`: no
 * answer came. `broken`: the connection ended within the answer.
 */
export type ExchangeResult =
  | { readonly kind: 'answered'; readonly answer: RpcAnswer }
  | { readonly kind: 'hidden' | 'unreachable' | 'offline' | 'broken' | 'stopped' | 'timed out' };

/** How long an answer is waited for, in ms. */
export const longestWait = 30_000;

/** What sending works with, so that tests can decide it. */
export type ExchangeDeps = {
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly timeout: () => AbortSignal;
};

const browser: ExchangeDeps = {
  // Node's own navigator, which tests run with, does not know this.
  isOnline: () => !('onLine' in navigator) || navigator.onLine !== false,
  now: () => performance.now(),
  timeout: () => AbortSignal.timeout(longestWait),
};

/**
 * Sends a body to an endpoint and waits for the whole answer. Nothing but the secret says who asks, and nothing is
 * stored. Never rejects.
 * @param stop ends the wait
 */
export async function exchange(
  sending: RpcRequest,
  stop: AbortSignal,
  surroundings = browser,
): Promise<ExchangeResult> {
  const { isOnline, now, timeout } = surroundings;
  const timer = timeout();
  const signal = AbortSignal.any([stop, timer]);
  const startedAt = now();
  let response: Response | undefined;
  try {
    response = await fetch(sending.url, { ...requestOf(sending), signal });
    const headersAfter = now() - startedAt;
    const body = new Uint8Array(await response.arrayBuffer());
    return { kind: 'answered', answer: answerOf(response, body, headersAfter, now() - startedAt) };
  } catch {
    if (stop.aborted) return { kind: 'stopped' };
    if (timer.aborted) return { kind: 'timed out' };
    if (response) return { kind: 'broken' };
    if (!isOnline()) return { kind: 'offline' };
    const isThere = await isReachable(sending.url, signal);
    if (stop.aborted) return { kind: 'stopped' };
    return { kind: isThere ? 'hidden' : 'unreachable' };
  }
}

const requestOf = ({ secret, body }: RpcRequest): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': secret },
  body,
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
});

function answerOf(response: Response, body: RpcAnswer['body'], headersAfter: number, endedAfter: number): RpcAnswer {
  const { status, headers } = response;
  return {
    status,
    body,
    text: new TextDecoder().decode(body),
    headers: limitHeadersOf(headers),
    windows: limitWindows(headers),
    requestId: headers.get('x-request-id') ?? undefined,
    headersAfter,
    endedAfter,
  };
}

/**
 * Whether anything answers at an address. Without a key, and without asking to read the answer (which then needs no
 * CORS headers): so it tells an answer that was hidden from none at all. It is a GET, which the endpoint does not count.
 */
async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  const request = { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
  return fetch(url, { ...request, signal }).then(
    () => true,
    () => false,
  );
}
