import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './read-body.ts';
import type { ApiRequest, HttpAnswer } from './stripe-api.ts';

/** Answers a request; undefined breaks the connection. */
export type AnswerRequest = (request: ApiRequest) => HttpAnswer | undefined;

/** Serves one request. A failure of the fake itself is answered with 500 and its message. */
export async function serve(answer: AnswerRequest, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const answered = await answerIncoming(answer, incoming).catch(failed);
  if (answered === undefined) incoming.socket.destroy();
  else response.writeHead(answered.status, answered.headers).end(answered.body);
}

async function answerIncoming(answer: AnswerRequest, incoming: IncomingMessage): Promise<HttpAnswer | undefined> {
  const body = await readBody(incoming);
  if (body === undefined) return errorAnswer(413, 'invalid_request_error', 'The body is larger than 1 MiB.');
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return answer({
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers: new Headers(headers),
    body,
  });
}

const failed = (error: unknown): HttpAnswer =>
  errorAnswer(500, 'api_error', `The fake failed: ${error instanceof Error ? error.message : error}`);

const errorAnswer = (status: number, type: string, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { type, message } }),
});
