import type { UpdateRequest } from '../table/item-table.ts';
import type { Clearing } from './counter-state.ts';
import type { Limits } from './limit-status.ts';

/** The key of the item that counts a key's calls on one UTC day. */
export const admissionsKey = (keyId: string, day: string) => ({ pk: `${keyId}#${day}` });

/**
 * A write's own mark in the item: when its answer is lost and it is sent again, it finds its mark and changes nothing.
 * `attribute` names a set of tokens.
 */
export type WriteMarker = { readonly attribute: string; readonly token: string };

/** Seconds whose markers share an attribute: a name for each second would take more room than the tokens. */
const blockSeconds = 4;

/** Two markers of a block are alike, and a call is not counted, once in 10^10 calls at 50 a second. */
const tokens = 36 ** 8;

/**
 * A marker for a write that counts in a second of the day.
 * @param isTaken of an attribute that is not to be used: the same write deletes from it, and an expression may name an
 * attribute only once; or it is about to be cleared, because other clocks are ahead
 */
export function createMarker(
  second: number,
  random: () => number,
  isTaken: (attribute: string) => boolean,
): WriteMarker {
  const block = `m${Math.floor(second / blockSeconds)}`;
  const attribute = [`${block}a`, `${block}b`, `${block}c`].find((one) => !isTaken(one)) ?? `${block}d`;
  return { attribute, token: Math.floor(random() * tokens).toString(36) };
}

type Item = Readonly<Record<string, unknown>>;

const hasToken = (item: Item | undefined, attribute: string, token: string): boolean => {
  const marked = item?.[attribute];
  return marked instanceof Set && marked.has(token);
};

/** Checks that the write with this marker has changed the item. */
export const hasMarker = (item: Item | undefined, { attribute, token }: WriteMarker): boolean =>
  hasToken(item, attribute, token);

/** The marker of a write, and that of an earlier write whose answer has arrived: it is no longer needed. */
export type WriteMarkers = { readonly marker: WriteMarker; readonly settled: WriteMarker | undefined };

/** The one write of an admission. */
export type AdmissionWrite = WriteMarkers & {
  readonly pk: string;
  readonly second: number;
  readonly n: number;
  readonly limits: Limits;
  /** What to clear in passing. */
  readonly clearing: Clearing | undefined;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
};

/** Counts calls if, and only if, both windows have room for all of them and this write has not been made before. */
export function admissionUpdate(admission: AdmissionWrite): UpdateRequest {
  const { pk, second, n, limits, marker, settled, clearing, expiresAt } = admission;
  const { attribute, token } = marker;
  const remove = clearing?.remove.filter((name) => name !== `s${second}` && name !== attribute) ?? [];
  const forget = settled && !remove.includes(settled.attribute);
  return {
    key: { pk },
    update:
      `ADD used :n, s${second} :n, ${attribute} :marker${forget ? ` DELETE ${settled.attribute} :settled` : ''}` +
      ` SET expiresAt = :expiresAt${clearing ? ', older = :older' : ''}${removing(remove)}`,
    condition: `${atMost(`s${second}`, ':second')} AND ${atMost('used', ':used')} AND NOT contains(${attribute}, :token)`,
    values: {
      ':n': n,
      ':second': limits.callsPerSecond - n,
      ':used': limits.callsPerDay - n,
      ':token': token,
      ':marker': new Set([token]),
      ':expiresAt': expiresAt,
      ...(forget && { ':settled': new Set([settled.token]) }),
      ...(clearing && { ':older': clearing.older }),
    },
  };
}

const atMost = (name: string, value: string) => `(attribute_not_exists(${name}) OR ${name} <= ${value})`;

const removing = (names: readonly string[]) => (names.length > 0 ? ` REMOVE ${names.join()}` : '');

/** Clears an item, counting nothing. */
export const clearUpdate = (pk: string, { remove, older }: Clearing): UpdateRequest => ({
  key: { pk },
  update: `SET older = :older${removing(remove)}`,
  values: { ':older': older },
});

/** Beside the marker of an admission this token says that it was taken back, or must not be made any more. */
const undone = (token: string) => `-${token}`;

/** Checks that an admission with this marker has been taken back. */
export const isUndone = (item: Item | undefined, { attribute, token }: WriteMarker): boolean =>
  hasToken(item, attribute, undone(token));

/** Takes an admission that was made back from the day, once. */
export const undoUpdate = (pk: string, n: number, { attribute, token }: WriteMarker): UpdateRequest => ({
  key: { pk },
  update: `ADD used :n, ${attribute} :undone`,
  condition: `contains(${attribute}, :token) AND NOT contains(${attribute}, :undoneToken)`,
  values: { ':n': -n, ':token': token, ':undone': new Set([undone(token)]), ':undoneToken': undone(token) },
});

/** Keeps an admission that was not made from being made by a try that is still on its way. */
export const preventUpdate = (pk: string, { attribute, token }: WriteMarker): UpdateRequest => ({
  key: { pk },
  update: `ADD ${attribute} :undone`,
  condition: `NOT contains(${attribute}, :token)`,
  values: { ':token': token, ':undone': new Set([token, undone(token)]) },
});

/** Gives `n` calls back to the day they were counted on, once. */
export const giveBackUpdate = (pk: string, n: number, { marker, settled }: WriteMarkers): UpdateRequest => ({
  key: { pk },
  update: `ADD used :n, ${marker.attribute} :marker${settled ? ` DELETE ${settled.attribute} :settled` : ''}`,
  condition: `used >= :least AND NOT contains(${marker.attribute}, :token)`,
  values: {
    ':n': -n,
    ':least': n,
    ':token': marker.token,
    ':marker': new Set([marker.token]),
    ...(settled && { ':settled': new Set([settled.token]) }),
  },
});
