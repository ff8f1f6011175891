import type { UpdateRequest } from '../table/item-table.ts';
import type { Clearing } from './counter-state.ts';
import type { Limits } from './limit-status.ts';

export const admissionsKey = (keyId: string, day: string) => ({ pk: `${keyId}#${day}` });

/** A random token that a write adds to a set (`attribute`). A repeated try finds the token and changes nothing. */
export type WriteMarker = { readonly attribute: string; readonly token: string };

/** The writes of this many seconds share their sets: a set per second would take more space than its tokens. */
const blockSeconds = 4;

/** At 50 calls a second, two tokens of a block are equal once in 10^10 calls; one of the calls is then not counted. */
const tokens = 36 ** 8;

/**
 * @param isTaken checks that a set must not be used: the same write deletes from it and an expression may name an
 * attribute only once, or the set is about to be cleared because other clocks are ahead
 */
export function createMarker(
  second: number,
  random: () => number,
  isTaken: (attribute: string) => boolean,
): WriteMarker {
  const block = `m${Math.floor(second / blockSeconds)}`;
  const attribute = [`${block}a`, `${block}b`, `${block}c`].find((name) => !isTaken(name)) ?? `${block}d`;
  return { attribute, token: Math.floor(random() * tokens).toString(36) };
}

type Item = Readonly<Record<string, unknown>>;

const hasToken = (item: Item | undefined, attribute: string, token: string): boolean => {
  const set = item?.[attribute];
  return set instanceof Set && set.has(token);
};

export const hasMarker = (item: Item | undefined, { attribute, token }: WriteMarker): boolean =>
  hasToken(item, attribute, token);

/** `obsolete`: the marker of the last write, which can be deleted because its answer has arrived. */
export type WriteMarkers = { readonly marker: WriteMarker; readonly obsolete: WriteMarker | undefined };

export type AdmissionWrite = WriteMarkers & {
  readonly pk: string;
  readonly second: number;
  readonly n: number;
  readonly limits: Limits;
  readonly clearing: Clearing | undefined;
  readonly expiresAt: number;
};

/** Only if both windows have room for all calls, and if this write was not executed before. */
export function admissionUpdate(write: AdmissionWrite): UpdateRequest {
  const { pk, second, n, limits, marker, obsolete, clearing, expiresAt } = write;
  const { attribute, token } = marker;
  const remove = clearing?.remove.filter((name) => name !== `s${second}` && name !== attribute) ?? [];
  const deletes = obsolete && !remove.includes(obsolete.attribute);
  return {
    key: { pk },
    update:
      `ADD used :n, s${second} :n, ${attribute} :marker${deletes ? ` DELETE ${obsolete.attribute} :obsolete` : ''}` +
      ` SET expiresAt = :expiresAt${clearing ? ', older = :older' : ''}${removeClause(remove)}`,
    condition: `${atMost(`s${second}`, ':second')} AND ${atMost('used', ':used')} AND NOT contains(${attribute}, :token)`,
    values: {
      ':n': n,
      ':second': limits.callsPerSecond - n,
      ':used': limits.callsPerDay - n,
      ':token': token,
      ':marker': new Set([token]),
      ':expiresAt': expiresAt,
      ...(deletes && { ':obsolete': new Set([obsolete.token]) }),
      ...(clearing && { ':older': clearing.older }),
    },
  };
}

const atMost = (name: string, value: string) => `(attribute_not_exists(${name}) OR ${name} <= ${value})`;

const removeClause = (names: readonly string[]) => (names.length > 0 ? ` REMOVE ${names.join()}` : '');

export const clearUpdate = (pk: string, { remove, older }: Clearing): UpdateRequest => ({
  key: { pk },
  update: `SET older = :older${removeClause(remove)}`,
  values: { ':older': older },
});

/** Says that the admission with this token was undone, or must not be executed any more. */
const undoneToken = (token: string) => `-${token}`;

export const isUndone = (item: Item | undefined, { attribute, token }: WriteMarker): boolean =>
  hasToken(item, attribute, undoneToken(token));

/** Subtracts an executed admission from the day. */
export const undoUpdate = (pk: string, n: number, { attribute, token }: WriteMarker): UpdateRequest => ({
  key: { pk },
  update: `ADD used :n, ${attribute} :undone`,
  condition: `contains(${attribute}, :token) AND NOT contains(${attribute}, :undoneToken)`,
  values: { ':n': -n, ':token': token, ':undone': new Set([undoneToken(token)]), ':undoneToken': undoneToken(token) },
});

/** Prevents a delayed try of an admission. */
export const preventUpdate = (pk: string, { attribute, token }: WriteMarker): UpdateRequest => ({
  key: { pk },
  update: `ADD ${attribute} :undone`,
  condition: `NOT contains(${attribute}, :token)`,
  values: { ':token': token, ':undone': new Set([token, undoneToken(token)]) },
});

export const giveBackUpdate = (pk: string, n: number, { marker, obsolete }: WriteMarkers): UpdateRequest => ({
  key: { pk },
  update: `ADD used :n, ${marker.attribute} :marker${obsolete ? ` DELETE ${obsolete.attribute} :obsolete` : ''}`,
  condition: `used >= :least AND NOT contains(${marker.attribute}, :token)`,
  values: {
    ':n': -n,
    ':least': n,
    ':token': marker.token,
    ':marker': new Set([marker.token]),
    ...(obsolete && { ':obsolete': new Set([obsolete.token]) }),
  },
});
