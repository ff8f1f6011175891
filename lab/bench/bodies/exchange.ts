import { gunzipSync } from 'node:zlib';
import { tokenAccounts } from '../upstream/token-accounts.ts';
import type { ProxyAnswer } from './proxy.ts';

/** An event in which a client asks for an answer of that many bytes, and takes it compressed or not. */
export const eventOf = (bytes: number, form: 'plain' | 'gzip') => ({
  routeKey: 'POST /',
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
