import type { RecordedRequest } from '../../../api/api.ts';

/**
 * A JSON-RPC body with the methods of a request, each once and without parameters, which are not recorded; undefined if no
 * method could be read.
 */
export function repeatedBody(calls: RecordedRequest['calls']): string | undefined {
  const methods = [...new Set(calls.map(({ method }) => method).filter((method) => method !== null))];
  const bodies = methods.map((method, index) => ({ jsonrpc: '2.0', id: index + 1, method, params: [] }));
  if (bodies.length === 0) return undefined;
  return JSON.stringify(bodies.length === 1 ? bodies[0] : bodies);
}
