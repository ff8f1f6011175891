import type { ServerResponse } from 'node:http';
import type { Answer } from './answers.ts';

/** What the gateway says itself, or what concerns one connection only, is not taken from an integration. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Sends an answer with the headers that every answer of an HTTP API carries, in its order (captured). */
export function writeAnswer(outgoing: ServerResponse, answer: Answer, requestId: string, now: number): void {
  const isType = (name: string) => name.toLowerCase() === 'content-type';
  const hasBody = answer.status !== 204 && answer.status !== 304;
  const headers = answer.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  outgoing.sendDate = false;
  outgoing.writeHead(
    answer.status,
    [
      ['Date', new Date(now).toUTCString()],
      ...headers.filter(([name]) => hasBody && isType(name)),
      ...(hasBody ? [['Content-Length', String(answer.body.length)]] : []),
      ['Connection', outgoing.shouldKeepAlive ? 'keep-alive' : 'close'],
      ...headers.filter(([name]) => !isType(name)),
      [answer.by === 'gateway' ? 'apigw-requestid' : 'Apigw-Requestid', requestId],
    ].flat(),
  );
  outgoing.end(hasBody ? answer.body : undefined);
}
