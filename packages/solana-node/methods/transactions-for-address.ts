// The Solana RPC specification (solana-rpc/specs, methods/http/getTransactionsForAddress).

import * as v from 'valibot';
import { encodeError, encodeLanded, memoOf } from '../encoding/encode-result.ts';
import type { LandedTransaction } from '../ledger.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams } from '../rpc-errors.ts';
import { method } from './define-method.ts';
import {
  config,
  confirmedAtLeast,
  contextEntries,
  i64,
  oneOf,
  readAddress,
  readSignature,
  text,
  u8,
  u64,
} from './method-parameters.ts';

const bounds = <T extends v.GenericSchema>(value: T) =>
  config('Bounds', { gte: v.nullish(value), gt: v.nullish(value), lte: v.nullish(value), lt: v.nullish(value) });

/** Bounds of what cannot be compared for equality. */
const unequal = <T extends v.GenericSchema>(value: T) =>
  v.nullish(v.intersect([bounds(value), v.object({ eq: v.nullish(v.never('unknown filter `eq`')) })]));

const filters = config('Filters', {
  slot: unequal(u64),
  blockTime: v.nullish(v.intersect([bounds(i64), config('Bounds', { eq: v.nullish(i64) })])),
  signature: unequal(text),
  status: v.nullish(oneOf(['any', 'all', 'succeeded', 'failed'])),
  tokenAccounts: v.nullish(oneOf(['none', 'balanceChanged', 'all'])),
});

/** Without `binary`, which older methods keep for older clients. */
const pageEncodings = ['json', 'jsonParsed', 'base58', 'base64'] as const;

const queryConfig = config('RpcTransactionsForAddressConfig', {
  ...contextEntries,
  transactionDetails: v.nullish(oneOf(['signatures', 'full'])),
  sortOrder: v.nullish(oneOf(['asc', 'desc'])),
  limit: v.nullish(u64),
  paginationToken: v.nullish(text),
  beforeSlot: v.nullish(u64),
  untilSlot: v.nullish(u64),
  encoding: v.nullish(oneOf(pageEncodings)),
  maxSupportedTransactionVersion: v.nullish(u8),
  filters,
});

type Query = NonNullable<v.InferOutput<typeof queryConfig>>;

/** A transaction's place in the history. */
type Position = { readonly slot: number; readonly index: number };

type Placed = { readonly landed: LandedTransaction; readonly position: Position };

/** Default and maximum of a page's transactions. */
const pageSizes = { signatures: 1_000n, full: 100n } as const;

/** A page of the transactions of an address, with the cursor of its last one. */
export const getTransactionsForAddress = method([text, queryConfig], 1, (node, input, given) => {
  const address = readAddress(input);
  const query = given ?? {};
  const slot = node.slotFor({ ...query, commitment: confirmedAtLeast(query.commitment) });
  checkQuery(query);
  const isIncluded = filterOf(node, query);
  const history = node.ledger.about(address).filter((landed) => landed.slot <= slot);
  const placed = history.map((landed) => ({ landed, position: positionOf(node, landed) })).filter(isIncluded);
  const ordered = query.sortOrder === 'asc' ? placed : placed.toReversed();
  const details = query.transactionDetails ?? 'signatures';
  const page = ordered.slice(0, Number(smaller(query.limit ?? pageSizes[details], pageSizes[details])));
  const last = page.at(-1)?.position;
  return {
    data: page.map((one) => (details === 'full' ? fullOf(node, one, query) : summaryOf(node, one))),
    paginationToken: last ? `${last.slot}:${last.index}` : null,
  };
});

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function checkQuery({ limit, filters: given, beforeSlot, untilSlot }: Query): void {
  if (limit === 0n) throw invalidParams('Invalid limit; must be at least 1');
  const { slot, tokenAccounts } = given ?? {};
  if (beforeSlot != null && (slot?.lt != null || slot?.lte != null))
    throw invalidParams('beforeSlot cannot be combined with filters.slot.lt or lte');
  if (untilSlot != null && (slot?.gt != null || slot?.gte != null))
    throw invalidParams('untilSlot cannot be combined with filters.slot.gt or gte');
  if (tokenAccounts && tokenAccounts !== 'none')
    throw invalidParams('filters.tokenAccounts is not available on this node');
}

type Bound = bigint | null | undefined;

type Bounds = { gte?: Bound; gt?: Bound; lte?: Bound; lt?: Bound; eq?: Bound };

const within = (value: bigint, { gte, gt, lte, lt, eq }: Bounds): boolean =>
  value >= (gte ?? value) &&
  value <= (lte ?? value) &&
  value === (eq ?? value) &&
  !(gt != null && value <= gt) &&
  !(lt != null && value >= lt);

/** As many transactions as a cursor can number in a block: its index is a u32. */
const indexes = 2n ** 32n;

/** Sorts positions as numbers. */
const orderOf = ({ slot, index }: Position): bigint => BigInt(slot) * indexes + BigInt(index);

function filterOf(node: SolanaNode, query: Query): (placed: Placed) => boolean {
  const { slot, blockTime, signature, status } = query.filters ?? {};
  const slots: Bounds[] = [{ ...slot }, { lt: query.beforeSlot, gt: query.untilSlot }];
  const positions: Bounds[] = [boundsOf(node, signature), cursorBounds(node, query)];
  return ({ landed, position }) => {
    const time = BigInt(node.slots.timeOf(landed.slot));
    const hasStatus =
      status == null ||
      status === 'any' ||
      status === 'all' ||
      (status === 'failed') === Boolean(landed.execution.error);
    return (
      hasStatus &&
      slots.every((bound) => within(BigInt(position.slot), bound)) &&
      positions.every((bound) => within(orderOf(position), bound)) &&
      within(time, { ...blockTime })
    );
  };
}

/** The positions of signatures. One that did not land bounds nothing. */
function boundsOf(
  node: SolanaNode,
  given: Readonly<Record<string, string | null | undefined>> | null | undefined,
): Bounds {
  const bound: Record<string, bigint> = {};
  for (const [operator, signature] of Object.entries(given ?? {})) {
    const landed = signature == null ? undefined : node.ledger.find(readSignature(signature));
    if (landed) bound[operator] = orderOf(positionOf(node, landed));
  }
  return bound;
}

/** The transactions after the cursor: a signature, or `slot:index`. */
function cursorBounds(node: SolanaNode, { paginationToken: cursor, sortOrder }: Query): Bounds {
  if (cursor == null) return {};
  const at = cursorOrder(node, cursor);
  return sortOrder === 'asc' ? { gt: at } : { lt: at };
}

function cursorOrder(node: SolanaNode, cursor: string): bigint {
  const [, slot, index] = /^(\d{1,20}):(\d{1,10})$/.exec(cursor) ?? [];
  if (slot !== undefined && index !== undefined) {
    if (BigInt(slot) >= 2n ** 64n || BigInt(index) >= indexes) throw invalidParams('Invalid param: paginationToken');
    return BigInt(slot) * indexes + BigInt(index);
  }
  const landed = node.ledger.find(readSignature(cursor));
  if (!landed) throw invalidParams('Invalid param: unknown paginationToken');
  return orderOf(positionOf(node, landed));
}

const positionOf = (node: SolanaNode, landed: LandedTransaction): Position => ({
  slot: landed.slot,
  index: node.ledger.inSlot(landed.slot).indexOf(landed),
});

const summaryOf = (node: SolanaNode, { landed, position }: Placed) => ({
  blockTime: node.slots.timeOf(landed.slot),
  confirmationStatus: node.slots.commitmentOf(landed.slot),
  err: encodeError(landed.execution),
  memo: memoOf(landed),
  signature: landed.transaction.signature,
  slot: landed.slot,
  transactionIndex: position.index,
});

const fullOf = (node: SolanaNode, { landed, position }: Placed, query: Query) => ({
  blockTime: node.slots.timeOf(landed.slot),
  slot: landed.slot,
  transactionIndex: position.index,
  ...encodeLanded(landed, query.encoding ?? 'json', query.maxSupportedTransactionVersion),
});
