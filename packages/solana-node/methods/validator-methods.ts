// A network of one validator: it leads every slot, and nobody has stake.

import * as v from 'valibot';
import { blockNotAvailable, invalidParams, noSnapshot } from '../rpc-errors.ts';
import { slotsInEpoch } from '../slots.ts';
import { apiVersion, method, plainMethod, withContext } from './define-method.ts';
import {
  commitment,
  commitmentConfig,
  config,
  contextConfig,
  contextEntries,
  flag,
  list,
  readAddress,
  text,
  u64,
} from './method-parameters.ts';

export const getIdentity = plainMethod((node) => ({ identity: node.identity }));

const noSocket = null;

/** This node alone. It has no sockets for other nodes. */
export const getClusterNodes = plainMethod((node) => [
  {
    clientId: 'solana-node',
    featureSet: 0,
    gossip: noSocket,
    pubkey: node.identity,
    pubsub: noSocket,
    rpc: noSocket,
    serveRepair: noSocket,
    shredVersion: 0,
    tpu: noSocket,
    tpuForwards: noSocket,
    tpuForwardsQuic: noSocket,
    tpuQuic: noSocket,
    tpuVote: noSocket,
    tvu: noSocket,
    version: apiVersion,
  },
]);

export const getSlotLeader = method([contextConfig], 0, (node, config) => {
  node.slotFor(config);
  return node.identity;
});

/** The maximum number of leaders of a call (MAX_GET_SLOT_LEADERS in anza-xyz/agave, rpc-client-api). */
const maximumLeaders = 5_000n;

export const getSlotLeaders = method([u64, u64], 2, (node, _first, limit) => {
  if (limit > maximumLeaders) throw invalidParams(`Invalid limit; max ${maximumLeaders}`);
  return Array.from({ length: Number(limit) }, () => node.identity);
});

const leaderConfig = config('RpcLeaderScheduleConfig', { commitment, identity: v.nullish(text) });

// The slot is optional; the configuration may take its place.
const slotOrConfig = v.nullish(
  v.union([u64, leaderConfig], 'data did not match any variant of untagged enum RpcLeaderScheduleConfigWrapper'),
);

/** The indexes of each leader's slots in the epoch; null for an epoch whose schedule is not known yet. */
export const getLeaderSchedule = method([slotOrConfig, leaderConfig], 0, (node, first, second) => {
  const config = typeof first === 'bigint' ? second : (first ?? second);
  const now = node.slotFor(config);
  const slot = typeof first === 'bigint' ? first : BigInt(now);
  if (config?.identity) readAddress(config.identity);
  // The schedule of the next epoch is known, and of no later one.
  if (slot / BigInt(slotsInEpoch) > BigInt(Math.floor(now / slotsInEpoch) + 1)) return null;
  if (config?.identity && config.identity !== node.identity) return {};
  return { [node.identity]: Array.from({ length: slotsInEpoch }, (_, index) => index) };
});

const productionConfig = config('RpcBlockProductionConfig', {
  commitment,
  identity: v.nullish(text),
  range: v.nullish(v.object({ firstSlot: u64, lastSlot: v.nullish(u64) })),
});

/** Leader slots and blocks of this node since its ledger begins: it skips none. */
export const getBlockProduction = method([productionConfig], 0, (node, config) => {
  const slot = node.slotFor(config);
  const identity = config?.identity ? readAddress(config.identity) : undefined;
  const least = node.slots.oldest;
  const first = Number(config?.range?.firstSlot ?? least);
  const last = Number(config?.range?.lastSlot ?? slot);
  if (first < least) throw invalidParams(`firstSlot, ${first}, is too small; min ${least}`);
  if (last > slot) throw invalidParams(`lastSlot, ${last}, is too large; max ${slot}`);
  if (last < first) throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`);
  const blocks = last - first + 1;
  const byIdentity = identity === undefined || identity === node.identity ? { [node.identity]: [blocks, blocks] } : {};
  return withContext(slot, { byIdentity, range: { firstSlot: first, lastSlot: last } });
});

/** The stake that has voted on a block. Nobody has stake, so nobody votes. */
export const getBlockCommitment = method([u64], 1, () => ({ commitment: null, totalStake: 0 }));

const voteConfig = config('RpcGetVoteAccountsConfig', {
  commitment,
  votePubkey: v.nullish(text),
  keepUnstakedDelinquents: v.nullish(flag),
  delinquentSlotDistance: v.nullish(u64),
});

export const getVoteAccounts = method([voteConfig], 0, (_node, config) => {
  if (config?.votePubkey) readAddress(config.votePubkey);
  return { current: [], delinquent: [] };
});

export const getHighestSnapshotSlot = plainMethod(() => {
  throw noSnapshot();
});

export const getMaxRetransmitSlot = plainMethod((node) => node.slots.at('processed'));

export const getMaxShredInsertSlot = plainMethod((node) => node.slots.at('processed'));

/** Of a cluster that runs Alpenglow. */
export const getAgGenesisCert = plainMethod(() => null);

/** Without stakes there is nothing to pay rewards for. */
export const getInflationGovernor = method([commitmentConfig], 0, () => ({
  foundation: 0,
  foundationTerm: 0,
  initial: 0,
  taper: 0,
  terminal: 0,
}));

export const getInflationRate = plainMethod((node) => ({
  epoch: Math.floor(node.slots.at('finalized') / slotsInEpoch),
  foundation: 0,
  total: 0,
  validator: 0,
}));

const rewardConfig = config('RpcEpochConfig', { ...contextEntries, epoch: v.nullish(u64) });

/** @throws {RpcError} -32004 before the first block of the next epoch, which would pay the rewards */
export const getInflationReward = method([list(text), rewardConfig], 1, (node, inputs, config) => {
  const addresses = inputs.map(readAddress);
  const slot = node.slotFor(config);
  const current = BigInt(Math.floor(slot / slotsInEpoch));
  const epoch = config?.epoch ?? (current === 0n ? 0n : current - 1n);
  const paidIn = (epoch + 1n) * BigInt(slotsInEpoch);
  if (paidIn > slot) throw blockNotAvailable(paidIn);
  return addresses.map(() => null);
});

/** One SOL (the feature stake_raise_minimum_delegation_to_1_sol, which LiteSVM has on), in lamports. */
const minimumDelegation = 1_000_000_000;

export const getStakeMinimumDelegation = method([contextConfig], 0, (node, config) =>
  withContext(node.slotFor(config), minimumDelegation),
);
