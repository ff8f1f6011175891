import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { bundle } from '../bundle.ts';
import { tokenAccounts } from '../upstream/account-answers.ts';

const answerSchema = v.object({
  statusCode: v.literal(200),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  isBase64Encoded: v.boolean(),
});

/** What the proxy hands to the HTTP API. */
export type ProxyAnswer = v.InferOutput<typeof answerSchema>;

/** The proxy as Lambda calls it; rejects for any answer but a success. */
export type LoadedProxy = (event: unknown) => Promise<ProxyAnswer>;

const proxyModule = v.object({
  handler: v.custom<(event: unknown) => Promise<unknown>>((value) => typeof value === 'function'),
});

/** The bundled proxy, loaded again: another benchmark may have loaded it with another environment. */
export async function loadProxy(): Promise<LoadedProxy> {
  const file = await bundle('../../lambda/proxy.ts', 'esm');
  const { handler } = v.parse(proxyModule, await import(`${file}?bodies`));
  return async (event) => v.parse(answerSchema, await handler(event));
}

/** An event in which a client asks for an answer of that many bytes, and takes it compressed or not. */
export const eventOf = (bytes: number, form: 'plain' | 'gzip') => ({
  rawPath: '/',
  headers: { 'content-type': 'application/json', ...(form === 'gzip' && { 'accept-encoding': 'gzip' }) },
  body: `{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":[${bytes}]}`,
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'scale' } } },
});

/** @throws unless it is the node's answer, in that form */
export function checkAnswer({ headers, body, isBase64Encoded }: ProxyAnswer, bytes: number, form: 'plain' | 'gzip') {
  const encoding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'plain';
  const sent = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const text = (form === 'gzip' ? gunzipSync(sent) : sent).toString();
  if (encoding !== form || text !== tokenAccounts(bytes))
    throw new Error(`${bytes} bytes came otherwise than ${form}.`);
}
