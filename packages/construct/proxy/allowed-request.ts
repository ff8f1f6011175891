import type { IncomingMessage } from 'node:http';

/** Which requests the proxy forwards: `origins` are those of web pages and extensions, none by default. */
export type AllowedRequests = { readonly port: number; readonly origins: readonly string[] };

/** Why a request is not forwarded. */
export type Refusal = { readonly status: 403 | 404 | 405; readonly message: string };

/**
 * Refuses what programs of this machine do not send. A page of any website can send requests to this address, under its
 * own host name, too (DNS rebinding): they have another `Host`, or an `Origin`.
 */
export function refusalOf(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { port, origins }: AllowedRequests,
): Refusal | undefined {
  const { host, origin } = headers;
  if (!hostsOf(port).includes(host ?? '')) {
    return { status: 403, message: `The host is not ${hostsOf(port)[0]} or ${hostsOf(port)[1]}.` };
  }
  if (!isAllowedOrigin(headers, origins)) {
    const advice = origin === undefined ? '' : ` To allow it, start the proxy with --origin ${JSON.stringify(origin)}.`;
    return { status: 403, message: `A web page sent this request.${advice}` };
  }
  if (!url.startsWith('/')) return { status: 404, message: 'The target is not a path.' };
  if (method === 'POST' || (method === 'OPTIONS' && origin !== undefined)) return undefined;
  return { status: 405, message: 'Send JSON-RPC requests with POST.' };
}

const hostsOf = (port: number): string[] => {
  const names = ['127.0.0.1', 'localhost'];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
};

/** Browsers send `Origin` with every POST from a page, and `Sec-Fetch-Site` with every request. */
function isAllowedOrigin(headers: IncomingMessage['headers'], origins: readonly string[]): boolean {
  if (headers.origin !== undefined) return origins.includes(headers.origin);
  return headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'none';
}
