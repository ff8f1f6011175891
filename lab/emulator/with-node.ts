import { solana } from '../../bin/chains/solana.ts';

/** Runs with a local node for both networks of the settings, and the context of a synthesis that names it. */
export async function withNode<T>(run: (context: readonly string[]) => Promise<T>): Promise<T> {
  const node = await solana.startNode('mainnet', () => {});
  const upstreams = { mainnet: [{ url: node.url }], devnet: [{ url: node.url }] };
  try {
    return await run(['-c', `upstreams=${JSON.stringify(upstreams)}`]);
  } finally {
    await node.stop();
  }
}
