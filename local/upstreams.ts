import type { Upstream, Upstreams } from '../src/environment.ts';
import { routes } from '../src/routes.ts';
import { startChainNode } from './chain-node.ts';
import type { Logs } from './logs.ts';
import type { Progress } from './progress.ts';
import type { Teardown } from './teardown.ts';

/** Gives every network its upstreams: those given, or a chain node of this machine. */
export async function startUpstreams(
  given: Upstreams,
  { teardown, progress, logs }: { teardown: Teardown; progress: Progress; logs: Logs },
): Promise<Upstreams> {
  const networks = routes.map(({ network }) => network).filter((network) => !given[network]);
  const started = networks.map(async (network): Promise<[string, Upstream[]]> => {
    const node = teardown.started(startChainNode(network, (line) => logs.add(`chain/${network}`, line)));
    const { url } = await progress(`Chain node for ${network}`, node);
    return [network, [{ url }]];
  });
  return { ...given, ...Object.fromEntries(await Promise.all(started)) };
}
