import type { Limits } from '../plans.ts';
import type { UpdateRequest } from '../table/item-table.ts';

export const admissionsKey = (keyId: string, day: string) => ({ pk: `${keyId}#${day}` });

export type AdmissionWrite = {
  readonly pk: string;
  readonly second: number;
  readonly n: number;
  readonly limits: Limits;
  /** Calls of earlier requests, counted on this day, that it returns. */
  readonly returned: number;
  /** Seconds whose counters this write removes. An update cannot add to an attribute and remove it. */
  readonly remove: readonly number[];
  readonly expiresAt: number;
};

/** Counts all calls, or none if a window has no room for all of them. */
export const admissionUpdate = ({
  pk,
  second,
  n,
  limits,
  returned,
  remove,
  expiresAt,
}: AdmissionWrite): UpdateRequest => ({
  key: { pk },
  update: `ADD used :more, s${second} :n SET expiresAt = :expiresAt${removeClause(remove.filter((old) => old !== second))}`,
  condition: `${atMost(`s${second}`, ':second')} AND ${atMost('used', ':used')}`,
  values: {
    ':n': n,
    ':more': n - returned,
    ':second': limits.callsPerSecond - n,
    ':used': limits.callsPerDay - n + returned,
    ':expiresAt': expiresAt,
  },
});

const atMost = (name: string, value: string) => `(attribute_not_exists(${name}) OR ${name} <= ${value})`;

/** Keeps an expression far below DynamoDB's limit of 4 KB. */
const maxRemoved = 200;

const removeClause = (seconds: readonly number[]): string => {
  const names = seconds.slice(0, maxRemoved).map((second) => `s${second}`);
  return names.length > 0 ? ` REMOVE ${names.join()}` : '';
};

export const removalUpdate = (pk: string, seconds: readonly number[], expiresAt: number): UpdateRequest => ({
  key: { pk },
  update: `SET expiresAt = :expiresAt${removeClause(seconds)}`,
  values: { ':expiresAt': expiresAt },
});

/** Subtracts calls from the day, never more than it has. The second keeps them: a second's count only grows. */
export const giveBackUpdate = (pk: string, n: number): UpdateRequest => ({
  key: { pk },
  update: 'ADD used :n',
  condition: 'used >= :least',
  values: { ':n': -n, ':least': n },
});
