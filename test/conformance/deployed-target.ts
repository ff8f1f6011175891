// Apart from the local target, so that the command loads no local runtime.

/** A gateway to hold against the contract: its endpoints, and a key with room. */
export type Target = {
  endpoint(network: 'mainnet' | 'devnet'): string;
  key(): Promise<string>;
  stop(): Promise<void>;
};

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
