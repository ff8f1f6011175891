import { fileURLToPath } from 'node:url';
import { findAnvil } from './anvil.ts';
import type { StartNode } from './chain-node.ts';
import { startNodeProcess } from './node-process.ts';

const keeper = fileURLToPath(new URL('../../../packages/cdk-local/end-with-parent.ts', import.meta.url));

/**
 * Anvil, Foundry's node for development, with an empty chain in memory (chain id 31337) and ten accounts that have ether.
 * @throws {ChainNodeError} also when there is no anvil for this machine
 */
export const startEthereumNode: StartNode = async (network, onLine) => {
  const { platform, arch, env } = process;
  const anvil = findAnvil(network, { platform, arch, path: env.PATH ?? '' });
  const args = [keeper, anvil, '--host', '127.0.0.1', '--port', '0'];
  return startNodeProcess({ args, urlIn }, network, onLine);
};

function urlIn(line: string): string | undefined {
  const address = /^Listening on (127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  return address && `http://${address}`;
}
