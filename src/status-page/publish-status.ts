import type { S3Bucket } from '../aws/s3-bucket.ts';
import { statusFileName } from '../environment.ts';
import { toNetworkView } from '../management-api/schemas/network-schema.ts';
import type { Network } from '../network.ts';
import { isNetworkState, type NetworkState } from '../networks/network-state.ts';
import { networkStatus, unknownStatus } from '../networks/network-status.ts';
import { Plans, planChoices } from '../plans.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { FunctionSettings } from '../settings.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import { type CallSummary, readCallSummary } from '../usage/call-summary.ts';
import { availabilityView, daysView, nodeView, type ReadHistory } from './network-history.ts';
import type { PublicNetwork, StatusFile } from './status-file.ts';

export type StatusDeps = {
  readonly settings: Pick<FunctionSettings, 'networks' | 'plans' | 'currency'>;
  readonly region: string;
  readonly networks: Pick<ItemTable, 'get'>;
  readonly history: ReadHistory;
  readonly usage: Pick<ItemTable, 'get'>;
  readonly bucket: S3Bucket;
  readonly clock: Clock;
};

/** CloudFront and browsers ask again after a minute, so the bucket is read about once a minute for all visitors. */
const cacheControl = 'public, max-age=60';

/** Writes `status.json`. If it fails, the last file stays, and says from when it is. */
export const publishStatus = async (deps: StatusDeps): Promise<void> =>
  deps.bucket.put(statusFileName, JSON.stringify(await readStatus(deps)), cacheControl);

/** What everybody may know: nothing of a customer, and no names of nodes. */
async function readStatus(deps: Omit<StatusDeps, 'bucket'>): Promise<StatusFile> {
  const { settings, region, usage, clock } = deps;
  const now = clock();
  const calls = await readCallSummary(usage);
  const networks = new Map<string, PublicNetwork>();
  await concurrently(settings.networks, async (network) => {
    networks.set(network.network, await readNetwork(deps, network, calls, now));
  });
  return {
    generatedAt: new Date(now).toISOString(),
    region,
    currency: settings.currency,
    networks: settings.networks.flatMap(({ network }) => networks.get(network) ?? []),
    plans: planChoices(new Plans(settings.plans), 'payer').map(({ id, pricePerMonth, limits, ...plan }) => ({
      id,
      pricePerMonth,
      ...limits,
      keys: plan.keys,
      historyDays: plan.historyDays,
      longestCallSeconds: plan.longestCallSeconds,
    })),
  };
}

async function readNetwork(
  { networks, history }: Pick<StatusDeps, 'networks' | 'history'>,
  settings: Network,
  calls: CallSummary | undefined,
  now: EpochMs,
): Promise<PublicNetwork> {
  const { network } = settings;
  const item = await networks.get({ network }, 'eventual');
  const state = isNetworkState(item) ? item : undefined;
  const view = toNetworkView(settings, state ? networkStatus(state, now) : unknownStatus(network, undefined));
  const days = await history(network, now);
  const lastCheckOfDown = (one: { readonly state: string }) => (one.state === 'down' ? days.at(-1)?.until : undefined);
  const ofNetwork = calls?.networks.get(network);
  return {
    ...view,
    nodes: view.nodes.map((node, index) => ({
      ...node,
      ...nodeView(days, state?.nodes[index]?.name, lastCheckOfDown(node)),
    })),
    earliest: earliestOf(settings, state),
    ...availabilityView(days, lastCheckOfDown(view)),
    days: daysView(days, now),
    calls: calls && ofNetwork ? { from: calls.from, to: calls.to, ...ofNetwork } : null,
  };
}

/** By the settings, or else what the nodes said. */
function earliestOf({ upstreams }: Network, state: NetworkState | undefined): number | null {
  const known = upstreams.flatMap(({ url, archive, earliestSlot }) => {
    if (archive) return 0;
    return earliestSlot ?? state?.nodes.find((node) => node.url === url)?.earliest ?? [];
  });
  return known.length > 0 ? Math.min(...known) : null;
}
