import { chainOfNetwork } from '../../src/chain-of-network.ts';
import type { Network, Upstream } from '../../src/network.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { destinationOf } from '../../src/upstream/upstream-credentials.ts';
import { questionOf, readReply } from '../../src/upstream/upstream-probe.ts';

const timeoutMs = 3_000;

/**
 * Names the nodes that are on another chain than the settings say. Not asked: nodes with a secret, and those in a VPC. A
 * node that does not say its chain is left to watch.
 */
export async function nodesOfOtherChains(networks: readonly Network[]): Promise<string[]> {
  const problems = networks.flatMap((network, index) => {
    const { expectedId, identity } = chainOfNetwork(network);
    if (expectedId === undefined) return [];
    return network.upstreams.map(async (node, position) => {
      const id = node.secretName || node.private ? undefined : await askChain(node, identity).catch(() => undefined);
      if (id === undefined || id === expectedId) return [];
      const name = `networks.${index}.upstreams.${position} (${node.url})`;
      return `${name} is on the chain ${id}, and ${network.network} expects ${expectedId}. Correct the URL, or ${identity.setting}.`;
    });
  });
  return (await Promise.all(problems)).flat();
}

async function askChain(node: Upstream, identity: ReturnType<typeof chainOfNetwork>['identity']) {
  const { url, ca, headers } = destinationOf(node);
  const reply = readReply(await send({ url, ca, headers, body: questionOf(identity), timeoutMs, repeatable: false }));
  return reply && 'result' in reply ? identity.read(reply.result) : undefined;
}
