import { type LimitWindow, limitHeadersOf, limitWindows } from './limit-headers.ts';
import { type TimingPart, timingParts } from './server-timing.ts';

/** A request to send; `body` is sent exactly as typed. */
export type TesterRequest = { readonly url: string; readonly secret: string; readonly body: string };

/** A response that the page may read; times in milliseconds since the request was sent. */
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
  /** Where that time went; empty if the gateway did not say. */
  readonly timing: readonly TimingPart[];
};

/**
 * How request ended. `hidden`: the endpoint answered, but the browser hides the response from the page. `unreachable`:
 * there was no answer. `broken`: the connection was lost during the response.
 */
export type ExchangeResult =
  | { readonly kind: 'answered'; readonly answer: RpcAnswer }
  | { readonly kind: 'hidden' | 'unreachable' | 'offline' | 'broken' | 'stopped' | 'timed out' };

/** The time limit for a response in milliseconds. */
const timeoutMs = 30_000;

/** The dependencies of {@link exchange}, which tests replace. */
export type ExchangeDeps = {
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly timeout: () => AbortSignal;
};

const browser: ExchangeDeps = {
  // Tests run with Node's navigator, which has no onLine.
  isOnline: () => !('onLine' in navigator) || navigator.onLine !== false,
  now: () => performance.now(),
  timeout: () => AbortSignal.timeout(timeoutMs),
};

/**
 * Sends a body to an endpoint and waits for the whole response. Sends no credentials but the secret, and stores nothing.
 * Never rejects.
 * @param stop ends the wait
 */
export async function exchange(request: TesterRequest, stop: AbortSignal, deps = browser): Promise<ExchangeResult> {
  const { isOnline, now, timeout } = deps;
  const timer = timeout();
  const signal = AbortSignal.any([stop, timer]);
  const startedAt = now();
  let response: Response | undefined;
  try {
    response = await fetch(request.url, { ...requestOf(request), signal });
    const headersAfter = now() - startedAt;
    const body = new Uint8Array(await response.arrayBuffer());
    return { kind: 'answered', answer: answerOf(response, body, headersAfter, now() - startedAt) };
  } catch {
    if (stop.aborted) return { kind: 'stopped' };
    if (timer.aborted) return { kind: 'timed out' };
    if (response) return { kind: 'broken' };
    if (!isOnline()) return { kind: 'offline' };
    const isUp = await isReachable(request.url, signal);
    if (stop.aborted) return { kind: 'stopped' };
    return { kind: isUp ? 'hidden' : 'unreachable' };
  }
}

const requestOf = ({ secret, body }: TesterRequest): RequestInit => ({
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
    timing: timingParts(headers.get('server-timing'), endedAfter),
  };
}

/**
 * Whether a URL answers at all, which tells a hidden response from a missing one. The request sends no key and does not
 * read the response, so it needs no CORS headers. It is a GET, which the endpoint does not count.
 */
async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  const request = { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
  return fetch(url, { ...request, signal }).then(
    () => true,
    () => false,
  );
}
