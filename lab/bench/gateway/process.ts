import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { serve } from '../serve.ts';
import { authorizerEvent, proxyEvent } from './event.ts';

// The bundles of authorizer and proxy behind an HTTP server that does what of an HTTP API cannot be left out: it makes
// the events, keeps the authorizer's answers, calls the proxy, and writes the answer. Events and answers pass as JSON, as they do to and from Lambda.
// Answers are checked by the sender of the requests, because checks here would count as the gateway's work.

type Verdict = { readonly isAuthorized: boolean; readonly context: unknown };
type ProxyAnswer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
};
type Handler<Answer> = (event: unknown) => Promise<Answer>;

async function load<Answer>(file = ''): Promise<Handler<Answer>> {
  const handlerModule = v.object({ handler: v.custom<Handler<Answer>>((value) => typeof value === 'function') });
  return v.parse(handlerModule, await import(file)).handler;
}

const authorizer = await load<Verdict>(process.env.AUTHORIZER_BUNDLE);
const proxy = await load<ProxyAnswer>(process.env.PROXY_BUNDLE);

/** As API Gateway does for some minutes. */
const verdicts = new Map<string, Verdict>();

const overJson = async <Answer>(handler: Handler<Answer>, event: unknown): Promise<Answer> =>
  JSON.parse(JSON.stringify(await handler(JSON.parse(JSON.stringify(event)))));

async function answer(request: IncomingMessage, call: string, response: ServerResponse): Promise<void> {
  const secret = String(request.headers['x-api-key']);
  const kept = verdicts.get(secret) ?? (await overJson(authorizer, authorizerEvent(request)));
  verdicts.set(secret, kept);
  const { isAuthorized, context } = kept;
  if (!isAuthorized) return void response.writeHead(403).end();
  const { statusCode, headers, body, isBase64Encoded } = await overJson(proxy, proxyEvent(request, call, context));
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body, encoding) });
  response.end(body, encoding);
}

await serve((request, response) => {
  let call = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    call += chunk;
  });
  request.once('end', () => {
    answer(request, call, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
});
