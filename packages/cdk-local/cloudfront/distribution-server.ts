import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Listener } from '../listeners.ts';
import type { Buckets } from '../s3/buckets.ts';
import type { Secrets } from '../template/secret-arns.ts';
import type { Resource, Template } from '../template/template.ts';
import { readDistribution } from './distribution.ts';
import { createEdge, type Edge } from './edge.ts';
import { type EdgeAnswer, errorPage, type ViewerRequest } from './edge-answer.ts';

export type DistributionOptions = {
  readonly template: Template;
  /** The distribution. */
  readonly resource: Resource;
  readonly buckets: Pick<Buckets, 'get'>;
  readonly secrets: Secrets;
  readonly listener: Listener;
  /** What went wrong in a function of the distribution or in the emulation itself. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Serves a distribution of the template on the listener.
 * @throws {UnsupportedResourceError} for what is not emulated
 */
export function serveDistribution(options: DistributionOptions): void {
  const { template, resource, buckets, secrets, listener, onFault } = options;
  const edge = createEdge({ distribution: readDistribution(template, resource, secrets), buckets, onFault });
  listener.handle((incoming, outgoing) => void answer(edge, onFault, incoming, outgoing));
}

async function answer(
  edge: Edge,
  onFault: DistributionOptions['onFault'],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    write(outgoing, await edge(await readRequest(incoming)));
  } catch (error) {
    // The client disconnected before the end of its body: nobody reads an answer.
    if (incoming.errored) return;
    onFault(error);
    write(outgoing, errorPage(500, 'The local CloudFront failed.'));
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ViewerRequest> {
  const { method = 'GET', url = '/', socket } = incoming;
  const [uri = '', ...query] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]);
  return {
    method,
    uri: uri.startsWith('/') ? uri : `/${uri}`,
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body: await buffer(incoming),
    ip: socket.remoteAddress ?? '',
  };
}

function write(outgoing: ServerResponse, { status, headers, body }: EdgeAnswer): void {
  outgoing.setHeaders(headers);
  if (status !== 204 && status !== 304) outgoing.setHeader('content-length', body.length);
  outgoing.writeHead(status);
  outgoing.end(body);
}
