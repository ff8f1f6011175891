import { type SickNode, startSickNode } from '../support/sick-node.ts';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';

/** A gateway to hold against the contract: its endpoints, and a key with room. */
export type Target = {
  endpoint(network: 'mainnet' | 'devnet'): string;
  key(): Promise<string>;
  stop(): Promise<void>;
};

/** The local runtime, where keys and limits can be set up and nodes fall ill; there the sick node is mainnet. */
export type LocalTarget = Target & { readonly local: TestRuntime; readonly node: SickNode };

/** How many calls of its key's day the cases for a deployed stage use up. */
export const callsOfTheCases = 41;

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
  return {
    local,
    node,
    endpoint: (network) => local.runtime.endpoints[network] ?? '',
    key: async () => (await local.newKey()).secret,
    async stop() {
      await local.stop();
      await node.stop();
    },
  };
}
