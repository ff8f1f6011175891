import type { Logs, ReportProgress } from '../../packages/cdk-local/logs.ts';
import type { Teardown } from '../../packages/cdk-local/teardown.ts';
import type { Upstream, Upstreams } from '../../src/environment.ts';
import { routes } from '../../src/rpc-routes.ts';
import { chainNodes } from './chain-nodes/chain-nodes.ts';

/** Starts a local chain node for each network without upstreams, and returns the upstreams of all networks. */
export async function startUpstreams(
  given: Upstreams,
  { teardown, progress, logs }: { teardown: Teardown; progress: ReportProgress; logs: Logs },
): Promise<Upstreams> {
  const missing = routes.filter(({ network }) => !given[network]);
  const started = missing.map(async ({ chain, network }): Promise<[string, Upstream[]]> => {
    const starting = chainNodes[chain](network, (line) => logs.add(`chain/${network}`, line));
    const { url } = await progress(`Chain node for ${network}`, teardown.started(starting));
    return [network, [{ url }]];
  });
  return { ...given, ...Object.fromEntries(await Promise.all(started)) };
}
