import type { ServerResponse } from 'node:http';

/** An answer to the client. */
export type ApiAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The origin of the answer; the gateway writes its request id header in lower case (captured). */
  readonly by: 'gateway' | 'integration';
};

/** An answer of the gateway itself: `{"message": …}`. */
export const gatewayAnswer = ({ status, message }: { status: number; message: string }): ApiAnswer => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message })),
  by: 'gateway',
});

// Captured from the live service, except 404 (API Gateway Developer Guide) and 503 (users' reports).
export const unauthorized = gatewayAnswer({ status: 401, message: 'Unauthorized' });
export const forbidden = gatewayAnswer({ status: 403, message: 'Forbidden' });
export const notFound = gatewayAnswer({ status: 404, message: 'Not Found' });
export const internalServerError = gatewayAnswer({ status: 500, message: 'Internal Server Error' });
export const serviceUnavailable = gatewayAnswer({ status: 503, message: 'Service Unavailable' });

/** Headers that the gateway sets itself or that belong to one connection: ignored in an integration's answer. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Sends an answer with the headers of every answer of an HTTP API, in its order (captured). */
export function writeAnswer(outgoing: ServerResponse, answer: ApiAnswer, requestId: string, now: number): void {
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
