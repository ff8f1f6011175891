import { type Plan, Plans } from '../../src/plans.ts';
import { type SickNode, startSickNode } from '../support/sick-node.ts';
import { fourProcesses, startTestRuntime, type TestGateway } from '../support/test-runtime.ts';
import type { Target } from './deployed-target.ts';

/** The local runtime, where keys and limits can be set up and nodes fall ill; there the sick node is mainnet. */
export type LocalTarget = Target & { readonly local: TestGateway; readonly node: SickNode };

export async function localTarget(): Promise<LocalTarget> {
  const node = await startSickNode();
  const local = await startTestRuntime({ mainnet: [node.url] }, { makeFunction: fourProcesses });
  const stop = async () => {
    await local.stop();
    await node.stop();
  };
  return { ...targetOf(local), local, node, stop };
}

/** The plan of new accounts. */
export const freePlanOf = ({ runtime }: TestGateway): Plan => new Plans(runtime.settings.plans).free;

/** A locally served gateway, with a new key for each case. */
export const targetOf = (local: TestGateway): Target => ({
  endpoint: (network) => local.runtime.endpoints[network] ?? '',
  key: async () => (await local.newKey()).secret,
  stop: () => local.stop(),
});
