import type { Agent } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { exchange } from '../exchange.ts';
import { httpModule } from '../http-module.ts';
import type { UpstreamAnswer } from './answer.ts';

/** One HTTP request to an upstream. */
export type Outgoing = {
  /** POST where it is not given. */
  readonly method?: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Opens a connection of its own instead of taking a kept-alive one. */
  readonly fresh: boolean;
  /** Cancels it, as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

const agents = new Map<string, Agent>();

function agentFor(protocol: string): Agent {
  const agent = agents.get(protocol) ?? new (httpModule(protocol).Agent)({ keepAlive: true, maxSockets: 64 });
  agents.set(protocol, agent);
  return agent;
}

/**
 * Sends a request and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoAnswerError}
 */
export async function send(outgoing: Outgoing): Promise<UpstreamAnswer> {
  const { method = 'POST', url, body, timeoutMs, fresh, signal } = outgoing;
  const { protocol } = url;
  const answer = await exchange({
    protocol,
    options: {
      ...urlToHttpOptions(url),
      method,
      headers: { ...outgoing.headers, 'content-length': Buffer.byteLength(body) },
      agent: fresh ? false : agentFor(protocol),
    },
    body,
    timeoutMs,
    signal,
  });
  return {
    status: answer.status,
    contentType: passable(answer.headers['content-type']),
    contentEncoding: passable(answer.headers['content-encoding'])?.toLowerCase(),
    body: answer.body,
  };
}

/** A header that can be passed on whatever stands behind: printable, and of a length that no honest one comes near. */
const passable = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]{1,256}$/.test(value) ? value : undefined;

/** As long as a connection may take to open before it is of no more use to the first call. */
const openingMs = 2_000;

/**
 * Opens a kept-alive connection to an upstream's host by an OPTIONS request, which is no call and which the host may
 * answer as it likes.
 * @throws {NoAnswerError}
 */
export async function openConnection(url: URL): Promise<void> {
  await send({ method: 'OPTIONS', url: new URL('/', url), headers: {}, body: '', timeoutMs: openingMs, fresh: false });
}
