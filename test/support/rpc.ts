import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

/** An HTTP answer, with everything as it came. */
export type RpcAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Header names as they were spelled, and their values, in turn. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly body: string;
};

export type Sent = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

/** Sends an HTTP request over a new connection, with only the headers that HTTP requires. */
export function send(url: string, { method = 'POST', headers = {}, body = '' }: Sent = {}): Promise<RpcAnswer> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? secureRequest : request;
    const sent = open(url, {
      method,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
    });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : (value ?? ''));
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, one(value)])),
        rawHeaders: response.rawHeaders,
        bytes: Buffer.concat(chunks),
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.end(body);
  });
}

/** Posts a JSON body with a key. */
export const post = (
  url: string,
  secret: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<RpcAnswer> =>
  send(url, { headers: { 'Content-Type': 'application/json', 'X-API-KEY': secret, ...headers }, body });

/** One call as a body. */
export const call = (method: string, id: number | string = 1, params?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
