import { isNonEmptyString, isObject } from '../schema.ts';
import { type Chain, standardErrorCodes } from './chain.ts';
import { solanaErrorRules } from './solana-error-rules.ts';
import { solanaMethods } from './solana-methods.ts';

/** -32001 to -32021 (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
const solanaErrorCodes = Array.from({ length: 21 }, (_, index) => -32001 - index);

const slotMethods =
  'getBlock getBlockCommitment getBlockProduction getBlockTime getBlocks getBlocksWithLimit getLeaderSchedule getSlotLeaders';

/** A slot, or the oldest one of the range in a method's options. */
function readSlot(param: unknown): number | undefined {
  const slot = isObject(param) ? oldestSlot(param) : param;
  return Number.isSafeInteger(slot) ? Number(slot) : undefined;
}

/** Of `getBlockProduction`, and of `getTransactionsForAddress`: without a lower bound it names no slot, but the past. */
function oldestSlot({ range, untilSlot, filters }: Record<string, unknown>): unknown {
  if (isObject(range)) return range.firstSlot;
  const { gt, gte } = isObject(filters) && isObject(filters.slot) ? filters.slot : {};
  return untilSlot ?? gt ?? gte;
}

/** `{"context":{"apiVersion":"3.0.0","slot":440207988},"value":…`, as nodes write it. */
const contextSlot = /^\{\s*"context"\s*:\s*\{(?:\s*"apiVersion"\s*:\s*"[^"\\]*"\s*,)?\s*"slot"\s*:\s*(\d{1,15})\s*[,}]/;

export const solana: Chain = {
  name: 'Solana',
  methods: solanaMethods,
  errorCodes: new Set([...standardErrorCodes, ...solanaErrorCodes]),
  health: { method: 'getHealth', params: [], read: (result) => result === 'ok' },
  identity: {
    method: 'getGenesisHash',
    params: [],
    read: (result) => (isNonEmptyString(result) ? result : undefined),
    setting: 'genesisHash',
    // As their nodes answer. Alpenglow has not changed them.
    names: {
      'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
    },
  },
  stalledAfterMs: 10_000,
  height: {
    method: 'getSlot',
    // The oldest commitment, so that no honest answer is far behind it: without Alpenglow it is 32 slots behind the newest.
    params: [{ commitment: 'finalized' }],
    read: (result) => (Number.isSafeInteger(result) ? Number(result) : undefined),
  },
  heightOfResult: (start) => {
    const [, slot] = contextSlot.exec(start) ?? [];
    return slot === undefined ? undefined : Number(slot);
  },
  earliest: {
    method: 'getFirstAvailableBlock',
    params: [],
    read: (result) => (Number.isSafeInteger(result) ? Number(result) : undefined),
  },
  blockParams: new Map([
    ...slotMethods.split(' ').map((method): [string, number] => [method, 0]),
    ['getTransactionsForAddress', 1],
  ]),
  readBlock: readSlot,
  heightUnit: 'slots',
  // Measured on mainnet on 27 October 2026; with Alpenglow a slot takes 200 to 250 ms.
  blockMs: 214,
  // A sixth of a blockhash's life, so that most of it is left. A stalled leader's slots take about a second.
  maxLagMs: 5_000,
  transactionBlocks: 150,
  errorRules: solanaErrorRules,
};
