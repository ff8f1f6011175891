import * as v from 'valibot';
import { bundle } from '../bundle.ts';

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

/** The bundled proxy, loaded anew: another benchmark may have loaded it in other surroundings. */
export async function loadProxy(): Promise<LoadedProxy> {
  const file = await bundle('../../lambda/data-plane/proxy.ts', 'esm');
  const { handler } = v.parse(proxyModule, await import(`${file}?bodies`));
  return async (event) => v.parse(answerSchema, await handler(event));
}
