import type { SaveFailures } from '../../src/usage/failure-bucket.ts';

/** For tallies that can count everything. */
export const divertNothing: SaveFailures = () => Promise.reject(new Error('nothing was to be diverted'));
