import type { UpdateRequest } from '../table/table.ts';
import type { Limits } from './limits.ts';
import type { Marker } from './marker.ts';

/** The key of the item that counts a key's calls on one UTC day. */
export const admissionsKey = (keyId: string, day: string) => ({ pk: `${keyId}#${day}` });

/** What the one write of an admission needs to know. */
export type Admission = {
  readonly pk: string;
  readonly second: number;
  readonly n: number;
  readonly limits: Limits;
  readonly marker: Marker;
  /** A marker of an earlier write that has done its duty. */
  readonly settled: Marker | undefined;
  /** Attributes past their use, which this write takes out. */
  readonly stale: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt: number;
};

/**
 * The update that counts calls if, and only if, both windows have room and it was not made before: all of them or none.
 */
export function admissionUpdate(admission: Admission): UpdateRequest {
  const { pk, second, n, limits, marker, settled, stale, expiresAt } = admission;
  const { attribute, token } = marker;
  const gone = settled && settled.attribute !== attribute && !stale.includes(settled.attribute);
  const remove = stale.length > 0 ? ` REMOVE ${stale.join()}` : '';
  return {
    key: { pk },
    update:
      `ADD used :n, s${second} :n, ${attribute} :marker${gone ? ` DELETE ${settled.attribute} :settled` : ''}` +
      ` SET expiresAt = :expiresAt${remove}`,
    condition:
      `${atMost(`s${second}`, ':second')} AND ${atMost('used', ':used')}` + ` AND NOT contains(${attribute}, :token)`,
    values: {
      ':n': n,
      ':second': limits.callsPerSecond - n,
      ':used': limits.callsPerDay - n,
      ':token': token,
      ':marker': new Set([token]),
      ':expiresAt': expiresAt,
      ...(gone && { ':settled': new Set([settled.token]) }),
    },
  };
}

const atMost = (name: string, value: string) => `(attribute_not_exists(${name}) OR ${name} <= ${value})`;

const marking = ({ attribute, token }: Marker) => ({
  attribute,
  values: { ':token': token, ':marker': new Set([token]) },
});

/** The update that takes an admission back from the day, if it was made, together with its marker. */
export function undoUpdate({ pk, n, marker }: Pick<Admission, 'pk' | 'n' | 'marker'>): UpdateRequest {
  const { attribute, values } = marking(marker);
  return {
    key: { pk },
    update: `ADD used :n DELETE ${attribute} :marker`,
    condition: `contains(${attribute}, :token)`,
    values: { ':n': -n, ...values },
  };
}

/** The update that gives `n` calls back to the day they were counted on, once. */
export function giveBackUpdate(pk: string, n: number, marker: Marker): UpdateRequest {
  const { attribute, values } = marking(marker);
  return {
    key: { pk },
    update: `ADD used :n, ${attribute} :marker`,
    condition: `used >= :least AND NOT contains(${attribute}, :token)`,
    values: { ':n': -n, ':least': n, ...values },
  };
}

/** The update that only takes attributes out; `expiresAt` in seconds since the epoch. */
export const sweepUpdate = (pk: string, stale: readonly string[], expiresAt: number): UpdateRequest => ({
  key: { pk },
  update: `SET expiresAt = :expiresAt REMOVE ${stale.join()}`,
  values: { ':expiresAt': expiresAt },
});
