import { type Plan, Plans } from '../../src/plans.ts';
import { type SickNode, startSickNode } from '../support/sick-node.ts';
import { startTestRuntime, type TestGateway } from '../support/test-runtime.ts';

/** A gateway to hold against the contract: its endpoints, and a key with room. */
export type Target = {
  endpoint(network: 'mainnet' | 'devnet'): string;
  key(): Promise<string>;
  stop(): Promise<void>;
};

/** The local runtime, where keys and limits can be set up and nodes fall ill; there the sick node is mainnet. */
export type LocalTarget = Target & { readonly local: TestGateway; readonly node: SickNode };

/** How many calls of its key’s day `npm run conformance` uses on a deployed stage: two first requests, and the cases. */
export const callsOfTheCommand = 45;

/**
 * A deployed stage: `SLUICE_URL` (its base address) and `SLUICE_KEY` (the secret of a key made for this, which all
 * cases share).
 */
export function deployedTarget({ SLUICE_URL: url, SLUICE_KEY: key }: NodeJS.ProcessEnv): Target | undefined {
  if (!url) return undefined;
  if (!key) throw new Error('SLUICE_URL is set: set SLUICE_KEY to the secret of a key of that stage too.');
  const base = url.replace(/\/$/, '');
  return {
    endpoint: (network) => (network === 'mainnet' ? `${base}/` : `${base}/${network}`),
    key: async () => key,
    stop: async () => {},
  };
}

export async function localTarget(): Promise<LocalTarget> {
  const node = await startSickNode();
  const local = await startTestRuntime({ mainnet: [node.url] });
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
