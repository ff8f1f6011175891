import type { Divert } from '../../src/failures/divert.ts';

/** For tallies that can count everything. */
export const divertNothing: Divert = () => Promise.reject(new Error('nothing was to be diverted'));
