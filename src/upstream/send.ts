import type * as http from 'node:http';
import { httpModule } from '../http-module.ts';
import type { UpstreamAnswer } from './answer.ts';

/** One HTTP request to an upstream. */
export type Outgoing = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Opens a connection of its own instead of taking a kept-alive one. */
  readonly fresh: boolean;
};

export type SendFailure = 'unreachable' | 'timeout' | 'too_large';

/**
 * An upstream gave no usable answer. `sent` says whether the call may have reached it, and `reused` whether it went over
 * a kept-alive connection, which the upstream may have closed long before.
 */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly code: SendFailure;
  readonly sent: boolean;
  readonly reused: boolean;

  constructor(code: SendFailure, { sent, reused, cause }: { sent: boolean; reused: boolean; cause?: unknown }) {
    super(`upstream ${code.replace('_', ' ')}`, { cause });
    this.code = code;
    this.sent = sent;
    this.reused = reused;
  }
}

/** Lambda takes no larger answer (6,291,556 bytes, reported by the service itself), so there is no use in reading on. */
export const maxAnswerBytes = 6_291_556;

const agents = new Map<string, http.Agent>();

function agentFor(protocol: string): http.Agent {
  const { Agent } = httpModule(protocol);
  const agent = agents.get(protocol) ?? new Agent({ keepAlive: true, maxSockets: 64 });
  agents.set(protocol, agent);
  return agent;
}

/**
 * Posts a body and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {SendError}
 */
export function send(outgoing: Outgoing): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const request = open(outgoing);
    let sent = false;
    let failure: SendFailure = 'unreachable';
    const fail = (code: SendFailure) => {
      failure = code;
      request.destroy(new Error(code));
    };
    const timer = setTimeout(fail, outgoing.timeoutMs, 'timeout');
    request.once('socket', (socket) => {
      const connected = () => {
        sent = true;
      };
      if (!socket.connecting) return connected();
      socket.once(outgoing.url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    });
    const failed = (cause: unknown) => {
      clearTimeout(timer);
      reject(new SendError(failure, { sent, reused: request.reusedSocket, cause }));
    };
    request.once('error', failed);
    request.once('response', (response) => {
      const succeeded = (body: Buffer) => {
        clearTimeout(timer);
        resolve(toAnswer(response, body));
      };
      response.once('error', failed);
      collect(response, succeeded, () => fail('too_large'));
    });
    request.end(outgoing.body);
  });
}

function open({ url, headers, body, fresh }: Outgoing): http.ClientRequest {
  return httpModule(url.protocol).request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: fresh ? false : agentFor(url.protocol),
  });
}

/** As long as a connection may take to open before it is of no more use to the first call. */
const openingMs = 2_000;

/**
 * Opens a kept-alive connection to an upstream's host by an OPTIONS request, which is no call and which the host may
 * answer as it likes. Rejects with the connection's error.
 */
export function openConnection(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpModule(url.protocol).request(new URL('/', url), {
      method: 'OPTIONS',
      agent: agentFor(url.protocol),
    });
    const timer = setTimeout(() => request.destroy(new Error('time is up')), openingMs);
    request.once('close', () => clearTimeout(timer));
    request.once('error', reject);
    request.once('response', (response) => response.once('error', reject).once('end', resolve).resume());
    request.end();
  });
}

function collect(response: http.IncomingMessage, done: (body: Buffer) => void, tooLarge: () => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxAnswerBytes) return tooLarge();
    chunks.push(chunk);
  });
  response.once('end', () => done(Buffer.concat(chunks)));
}

const toAnswer = (response: http.IncomingMessage, body: Buffer): UpstreamAnswer => ({
  status: response.statusCode ?? 0,
  contentType: response.headers['content-type'],
  contentEncoding: response.headers['content-encoding']?.toLowerCase(),
  body,
});
