import * as v from 'valibot';
import { encodeError } from '../encoding/execution.ts';
import { memoOf } from '../encoding/memo.ts';
import { invalidParams } from '../errors.ts';
import type { Landed } from '../ledger.ts';
import { method } from './method.ts';
import { config, confirmedAtLeast, contextEntries, readAddress, readSignature, text, u64 } from './parameters.ts';

/** The most signatures one call answers (MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT in anza-xyz/agave). */
const maximumLimit = 1000n;

const signaturesConfig = config('RpcSignaturesForAddressConfig', {
  ...contextEntries,
  before: v.nullish(text),
  until: v.nullish(text),
  limit: v.nullish(u64),
});

/** The transactions that name an address, newest first, from after `before` down to `until`, neither included. */
export const getSignaturesForAddress = method([text, signaturesConfig], 1, (node, input, config) => {
  const address = readAddress(input);
  const before = config?.before ? readSignature(config.before) : undefined;
  const until = config?.until ? readSignature(config.until) : undefined;
  const limit = config?.limit ?? maximumLimit;
  if (limit === 0n || limit > maximumLimit) throw invalidParams(`Invalid limit; max ${maximumLimit}`);
  confirmedAtLeast(config?.commitment);
  const slot = node.slotFor(config);
  const seen = node.ledger.about(address).filter((landed) => landed.slot <= slot);
  return between(seen.toReversed(), before, until)
    .slice(0, Number(limit))
    .map((landed) => ({
      blockTime: node.slots.timeOf(landed.slot),
      confirmationStatus: node.slots.commitmentOf(landed.slot),
      err: encodeError(landed.execution),
      memo: memoOf(landed),
      signature: landed.transaction.signature,
      slot: landed.slot,
    }));
});

/** A `before` that is not there leaves nothing, an `until` that is not there leaves all, as on a node. */
function between(landed: readonly Landed[], before: string | undefined, until: string | undefined): readonly Landed[] {
  const indexOf = (signature: string | undefined) =>
    landed.findIndex(({ transaction }) => transaction.signature === signature);
  const start = before === undefined ? -1 : indexOf(before);
  if (before !== undefined && start === -1) return [];
  const end = indexOf(until);
  return landed.slice(start + 1, end === -1 ? undefined : end);
}
