import { expect, test } from '@jest/globals';
import { maxFirst } from '../../src/records/first-refusals.ts';
import { gatherMs } from '../../src/records/refusal-sums.ts';
import { effort } from '../support/effort.ts';
import { type Flood, flood } from './refusal-flood.ts';

// Twenty times a limit, over more processes than the load needs: no record of an admitted call is even tried again.

const fourMethods = ['getSlot', 'getBalance', 'getAccountInfo', 'getLatestBlockhash'];
const manyMethods = [...fourMethods, 'getBlock', 'getBlockHeight', 'getBlocks', 'getBlockTime', 'getEpochInfo']
  .concat(['getFeeForMessage', 'getGenesisHash', 'getHealth', 'getIdentity', 'getSupply', 'getVersion'])
  .concat(['getTransaction', 'getVoteAccounts', 'getTokenSupply', 'getProgramAccounts', 'getTokenAccountBalance']);

const fast = { inManyProcesses: true, outcomes: ['rate_limited', 'internal_error'], methods: fourMethods } as const;

const floods: readonly Flood[] = [
  { ...fast, callsPerSecond: 800, times: effort(3, 20), processes: 1_500, seconds: effort(22, 180) },
  { ...fast, callsPerSecond: 200, times: 20, processes: effort(300, 1_500), seconds: effort(10, 180) },
  { ...fast, callsPerSecond: 200, times: effort(3, 20), processes: 100, seconds: 22, methods: manyMethods },
  {
    callsPerSecond: 50,
    times: 20,
    processes: 1_500,
    seconds: effort(30, 180),
    methods: fourMethods,
    outcomes: ['rate_limited'],
    inManyProcesses: false,
  },
];

test.each(floods)('$times times $callsPerSecond calls/s over $processes processes', async (options) => {
  const { callsPerSecond, seconds, processes, inManyProcesses } = options;
  const figures = await flood(options);
  expect(figures).toMatchObject({ admitted: callsPerSecond * seconds, admittedThrottled: 0 });
  expect(figures.refusedInRows).toBe(figures.refused);
  const sums = Math.floor((1_000 * seconds) / gatherMs);
  expect(figures.refusedUnits).toBeLessThanOrEqual(processes * (sums + (inManyProcesses ? 0 : maxFirst)));
});
