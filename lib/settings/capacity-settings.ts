import * as v from 'valibot';
import { wholeNumber } from './setting-types.ts';

/** Provisioned capacity, in units per second, of a table that is written once per request. */
export type ProvisionedCapacity = {
  readonly minWrites: number;
  readonly maxWrites: number;
  /** The capacity from the switch to provisioned mode until auto scaling takes over. */
  readonly seedWrites: number;
  /** The percentage of the provisioned units that auto scaling aims to keep in use. */
  readonly targetUtilization: number;
};

/** DynamoDB's default quota for a table, in units per second. */
export const tableQuota = 40_000;

const units = wholeNumber(1, tableQuota);

export const capacitySchema = v.pipe(
  v.strictObject({
    minWrites: units,
    maxWrites: v.optional(units, tableQuota),
    seedWrites: v.optional(units),
    // The bounds are those of Application Auto Scaling.
    targetUtilization: v.optional(wholeNumber(20, 90), 70),
  }),
  v.transform((given): ProvisionedCapacity => ({ ...given, seedWrites: given.seedWrites ?? given.minWrites })),
  v.check(
    ({ minWrites, seedWrites, maxWrites }) => minWrites <= seedWrites && seedWrites <= maxWrites,
    'seedWrites must lie between minWrites and maxWrites',
  ),
);
