import { apiVersion } from './context.ts';
import { plainMethod } from './method.ts';

export const getHealth = plainMethod(() => 'ok');

// The feature set is a digest of the features a release knows; this one is nobody's.
export const getVersion = plainMethod(() => ({ 'feature-set': 0, 'solana-core': apiVersion }));

export const getGenesisHash = plainMethod((node) => node.genesisHash);
