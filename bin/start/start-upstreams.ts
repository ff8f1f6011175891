import type { Logs, ReportProgress } from '../../packages/cdk-local/logs.ts';
import type { Teardown } from '../../packages/cdk-local/teardown.ts';
import type { Network } from '../../src/network.ts';
import { localChains } from '../chains/chains.ts';

type StartOptions = { readonly teardown: Teardown; readonly progress: ReportProgress; readonly logs: Logs };

/** Starts a local chain node for each network without upstreams. */
export const startUpstreams = (
  networks: readonly Network[],
  { teardown, progress, logs }: StartOptions,
): Promise<Network[]> =>
  Promise.all(
    networks.map(async (row) => {
      const { chain, network, upstreams } = row;
      if (upstreams.length > 0) return row;
      const starting = localChains[chain].startNode(network, (line) => logs.add(`chain/${network}`, line));
      const { url } = await progress(`Chain node for ${network}`, teardown.started(starting));
      return { ...row, upstreams: [{ url }] };
    }),
  );
