import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { slotsInEpoch } from '../../slots.ts';
import { startTestChain, type TestChain } from '../test-chain.ts';

const nobody = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

let chain: TestChain;
let identity: string;
beforeAll(async () => {
  chain = await startTestChain();
  identity = v.parse(v.object({ identity: v.string() }), await chain.result('getIdentity')).identity;
});
afterAll(() => chain.stop());

const invalid = (message: string) => ({ error: { code: -32602, message } });
const wrongSize = invalid('Invalid param: WrongSize');
/** Not each of an epoch’s slots is checked: that takes half a second. */
const schedule = v.object({ result: v.nullable(v.record(v.string(), v.custom<unknown[]>(Array.isArray))) });
const slotAt = async (commitment: string) => v.parse(v.number(), await chain.result('getSlot', { commitment }));
const context = async () => ({ apiVersion: '4.3.0', slot: await slotAt('finalized') });

describe('the only validator', () => {
  test('has an address of 32 bytes, another one for each node', async () => {
    expect(await chain.result('getBalance', identity)).toMatchObject({ value: 0 });
    const other = await startTestChain();
    expect(await other.result('getIdentity')).not.toEqual({ identity });
    await other.stop();
  });

  test('is the only one of the cluster, without sockets', async () => {
    expect(await chain.result('getClusterNodes')).toEqual([
      expect.objectContaining({ pubkey: identity, version: '4.3.0', gossip: null, rpc: null, tpu: null }),
    ]);
  });

  test('leads every slot', async () => {
    expect(await chain.result('getSlotLeader')).toBe(identity);
    expect(await chain.result('getSlotLeaders', 5, 3)).toEqual([identity, identity, identity]);
    expect(await chain.result('getSlotLeaders', 5, 5_000)).toHaveLength(5_000);
    expect(await chain.call('getSlotLeaders', 5, 5_001)).toEqual(invalid('Invalid limit; max 5000'));
    expect(await chain.call('getSlotLeader', { minContextSlot: 2 ** 40 })).toMatchObject({ error: { code: -32016 } });
  });

  test('has a schedule for this epoch and the next one', async () => {
    const scheduled = async (...params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLeaderSchedule', params });
      const { result } = v.parse(schedule, await (await chain.post(body)).json());
      return result && Object.entries(result).map(([leader, slots]) => [leader, slots.length, slots[5], slots.at(-1)]);
    };
    const all = [[identity, slotsInEpoch, 5, slotsInEpoch - 1]];
    const now = await slotAt('finalized');
    expect(await scheduled()).toEqual(all);
    expect(await scheduled(null, { identity })).toEqual(all);
    expect(await scheduled({ identity: nobody })).toEqual([]);
    expect(await scheduled(now + slotsInEpoch)).toEqual(all);
    expect(await scheduled(now + 2 * slotsInEpoch)).toBeNull();
    expect(await chain.call('getLeaderSchedule', { identity: 'abc' })).toEqual(wrongSize);
  });

  test('makes a block in every slot since the ledger begins', async () => {
    const first = v.parse(v.number(), await chain.result('getFirstAvailableBlock'));
    const last = await slotAt('finalized');
    const production = (firstSlot: number, lastSlot: number, byIdentity: object) => ({
      value: { byIdentity, range: { firstSlot, lastSlot } },
    });
    const blocks = last - first + 1;
    expect(await chain.result('getBlockProduction')).toEqual({
      context: await context(),
      ...production(first, last, { [identity]: [blocks, blocks] }),
    });
    chain.advance(10);
    const range = { firstSlot: first + 2, lastSlot: first + 4 };
    expect(await chain.result('getBlockProduction', { range, identity })).toMatchObject(
      production(first + 2, first + 4, { [identity]: [3, 3] }),
    );
    expect(await chain.result('getBlockProduction', { range, identity: nobody })).toMatchObject(
      production(first + 2, first + 4, {}),
    );
    const refused = (firstSlot: number, lastSlot: number) =>
      chain.call('getBlockProduction', { range: { firstSlot, lastSlot } });
    expect(await refused(first - 1, first)).toEqual(invalid(`firstSlot, ${first - 1}, is too small; min ${first}`));
    expect(await refused(first, last + 11)).toEqual(invalid(`lastSlot, ${last + 11}, is too large; max ${last + 10}`));
    expect(await refused(first + 1, first)).toEqual(
      invalid(`lastSlot, ${first}, cannot be less than firstSlot, ${first + 1}`),
    );
  });

  test('knows its newest slot as the newest that it received or sent on', async () => {
    expect(await chain.result('getMaxRetransmitSlot')).toBe(await slotAt('processed'));
    expect(await chain.result('getMaxShredInsertSlot')).toBe(await slotAt('processed'));
  });

  test('keeps no snapshots, and has no certificate of Alpenglow', async () => {
    expect(await chain.call('getHighestSnapshotSlot')).toEqual({ error: { code: -32008, message: 'No snapshot' } });
    expect(await chain.result('getAgGenesisCert')).toBeNull();
  });
});

describe('stake', () => {
  test('nobody has any, so that nobody votes', async () => {
    expect(await chain.result('getVoteAccounts')).toEqual({ current: [], delinquent: [] });
    expect(await chain.result('getBlockCommitment', 5)).toEqual({ commitment: null, totalStake: 0 });
    expect(await chain.call('getVoteAccounts', { votePubkey: 'abc' })).toEqual(wrongSize);
    expect(await chain.call('getBlockCommitment')).toEqual(invalid('`params` should have at least 1 argument(s)'));
  });

  test('needs a minimum of one SOL', async () => {
    expect(await chain.result('getStakeMinimumDelegation')).toEqual({ context: await context(), value: 1_000_000_000 });
  });

  test('earns nothing', async () => {
    expect(await chain.result('getInflationGovernor')).toEqual({
      foundation: 0,
      foundationTerm: 0,
      initial: 0,
      taper: 0,
      terminal: 0,
    });
    const epoch = Math.floor((await slotAt('finalized')) / slotsInEpoch);
    expect(await chain.result('getInflationRate')).toEqual({ epoch, foundation: 0, total: 0, validator: 0 });
    expect(await chain.result('getInflationReward', [nobody, identity])).toEqual([null, null]);
    expect(await chain.result('getInflationReward', [nobody], { epoch: epoch - 1 })).toEqual([null]);
    expect(await chain.call('getInflationReward', [nobody], { epoch })).toEqual({
      error: { code: -32004, message: `Block not available for slot ${(epoch + 1) * slotsInEpoch}` },
    });
    expect(await chain.call('getInflationReward', [nobody, 'abc'])).toEqual(wrongSize);
  });
});
