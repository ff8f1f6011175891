import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Answers the text of a request; undefined if it contains only notifications. */
export type AnswerBody = (body: string) => string | undefined;

/** Shorter answers are not worth compressing. */
const minimumCompressed = 1024;

/** The HTTP server of an Agave node: http/src in paritytech/jsonrpc, and `/health` of rpc/src/rpc_service.rs. */
export function createNodeServer(answer: AnswerBody): Server {
  // Idle connections stay open, as on a node, so that a client never writes to a connection that closes.
  return createServer({ keepAliveTimeout: 0 }, (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    serve(request, response, answer).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
}

async function serve(request: IncomingMessage, response: ServerResponse, answer: AnswerBody): Promise<void> {
  if (request.method === 'GET' && request.url === '/health') return sendText(response, 200, 'ok');
  if (request.method === 'OPTIONS') return sendPreflight(response);
  if (request.method !== 'POST') {
    return sendText(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n');
  }
  if (!isJson(request.headers['content-type'])) {
    return sendText(
      response,
      415,
      'Supplied content type is not allowed. Content-Type: application/json is required\n',
    );
  }
  const body = await readBody(request);
  if (typeof body !== 'string') return sendText(response, body.status, body.text);
  const text = answer(body);
  sendJson(request, response, text === undefined ? '' : `${text}\n`);
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json(; ?charset=utf-8)?$/i.test(contentType ?? '');

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function sendPreflight(response: ServerResponse): void {
  const headers = { 'access-control-allow-methods': 'OPTIONS, POST', 'access-control-max-age': '86400' };
  response.writeHead(200, { ...headers, 'access-control-allow-headers': 'content-type, solana-client' }).end();
}

function sendJson(request: IncomingMessage, response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (bytes.length < minimumCompressed) return void response.end(bytes);
  response.setHeader('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) return void response.end(bytes);
  response.setHeader('content-encoding', 'gzip').end(gzipSync(bytes));
}

/** Whether the list contains gzip or `*`, without `q=0`. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()));
  const offer = offers.find(([name]) => name === 'gzip') ?? offers.find(([name]) => name === '*');
  return offer !== undefined && !/^q=0(\.0*)?$/.test(offer[1] ?? '');
}

/** The largest request that a node accepts by default (MAX_REQUEST_BODY_SIZE in rpc/src/rpc.rs, anza-xyz/agave). */
const maximumBytes = 50 * 1024;

/** The answer to a body that is refused: an HTTP status and a text. */
type BodyRefusal = { readonly status: number; readonly text: string };

/** Reads a request's body as text. */
async function readBody(request: IncomingMessage): Promise<string | BodyRefusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The rest is read and dropped, so that the client reads the answer.
    if (size <= maximumBytes) chunks.push(bytes);
  }
  if (size > maximumBytes) return { status: 413, text: 'request body size exceeds allowed maximum' };
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? body.toString('utf8') : { status: 400, text: 'utf-8 encoding error in request body' };
}
