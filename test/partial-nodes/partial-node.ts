import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { ServingNode } from '../../src/chains/served.ts';
import { parseJson } from '../../src/schema.ts';

/** A node that has some of the methods of another: what it does not have is -32601, and it remembers that. */
export type PartialNode = {
  readonly upstream: ServingNode & { readonly url: string };
  /** Methods of customers' calls that it got. */
  readonly got: string[];
  /** Methods of calls that it does not have. The gateway's own checks are not among them. */
  readonly wronglyGot: string[];
  isDown: boolean;
  readonly stop: () => Promise<void>;
};

const callSchema = v.looseObject({ id: v.unknown(), method: v.string() });
const bodySchema = v.union([callSchema, v.array(callSchema)]);

/** What the gateway asks a node about itself. */
const checks = new Set(['getHealth', 'getSlot']);

export async function startPartialNode(
  chainUrl: string,
  has: (method: string) => boolean,
  served: ServingNode,
): Promise<PartialNode> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (request.method !== 'POST') return void response.writeHead(204).end();
    if (node.isDown) return void response.socket?.resetAndDestroy();
    const calls = [v.parse(bodySchema, parseJson(text))].flat();
    const methods = calls.map(({ method }) => method);
    const isCheck = !text.startsWith('[') && methods.every((method) => checks.has(method));
    const lacking = methods.filter((method) => !has(method));
    if (!isCheck || lacking.length === 0) node.got.push(...methods);
    if (!isCheck) node.wronglyGot.push(...lacking);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (lacking.length > 0) {
      const error = { code: -32_601, message: 'Method not found' };
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: calls[0]?.id, error }));
    }
    const headers = { 'content-type': 'application/json' };
    response.end(await (await fetch(chainUrl, { method: 'POST', headers, body: text })).text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const node: PartialNode = {
    upstream: { url: `http://127.0.0.1:${port}`, ...served },
    got: [],
    wronglyGot: [],
    isDown: false,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return node;
}
