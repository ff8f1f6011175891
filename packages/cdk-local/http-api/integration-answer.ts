import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import type { Answer } from './answers.ts';
import { unconfirmed } from './unconfirmed.ts';

const status = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{3}$/), v.toNumber())]),
  v.integer(),
  v.minValue(200),
  v.maxValue(599),
);
const headerValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

const proxyAnswer = v.object({
  statusCode: status,
  headers: v.nullish(v.record(v.string(), headerValue), {}),
  cookies: v.nullish(v.array(v.string()), []),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

const withStatusCode = v.looseObject({ statusCode: v.unknown() });

/**
 * Makes the client's answer of a function's (payload format 2.0; API Gateway Developer Guide, "Lambda function
 * response for format 2.0"): with a status code its fields count, without one it is 200 and the JSON itself.
 * Gives nothing for a malformed one.
 */
export function answerOf(payload: string): Answer | undefined {
  const json: unknown = JSON.parse(payload);
  if (!v.is(withStatusCode, json)) return inferred(json, payload);
  const { success, output } = v.safeParse(proxyAnswer, json);
  if (!success) return undefined;
  const headers = [
    ...Object.entries(output.headers),
    ...output.cookies.map((cookie) => ['set-cookie', cookie] as const),
  ];
  if (!headers.every(isSendable)) return undefined;
  const named = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status: output.statusCode,
    headers: named ? headers : [['Content-Type', unconfirmed.contentTypeWhenMissing], ...headers],
    body: Buffer.from(output.body, output.isBase64Encoded ? 'base64' : 'utf8'),
    by: 'integration',
  };
}

const inferred = (json: unknown, payload: string): Answer => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(typeof json === 'string' ? json : payload),
  by: 'integration',
});

function isSendable([name, value]: readonly [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
