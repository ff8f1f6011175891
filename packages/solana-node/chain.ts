import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { answerRequest, type ReportFailure } from './json-rpc.ts';
import { SolanaNode } from './node.ts';
import { createNodeServer } from './node-server.ts';
import type { Clock } from './slots.ts';

export type ChainOptions = {
  /** Any name; `mainnet` alone has no faucet. */
  readonly network: string;
  /** Default: 0, which takes a free port. */
  readonly port?: number;
  /** The clock that slots follow. Default: the system's. */
  readonly clock?: Clock;
  /** How long a slot lasts, in ms. Default: about as on mainnet. */
  readonly slotMs?: number | undefined;
  /** Called with unexpected failures of a method, which the caller sees as -32603. */
  readonly reportFailure?: ReportFailure;
};

export type Chain = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Starts a node of one network with an empty ledger, on 127.0.0.1 only.
 * @throws {Error} with `code` EADDRINUSE if the port is in use
 */
export async function startChain(options: ChainOptions): Promise<Chain> {
  const { network, port = 0, clock = Date.now, slotMs, reportFailure = () => {} } = options;
  const node = new SolanaNode(network, clock, slotMs);
  const server = createNodeServer((body) => answerRequest(node, body, reportFailure));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${taken}`, stop };
}
