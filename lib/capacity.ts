import { Billing, Capacity } from 'aws-cdk-lib/aws-dynamodb';
import * as v from 'valibot';
import { readContext } from './context.ts';

/** Provisioned capacity of a table that takes a write for each call, in units a second. */
export type ProvisionedCapacity = {
  readonly minWrites: number;
  readonly maxWrites: number;
  /** What the table has from the moment it is switched until auto scaling takes over. */
  readonly seedWrites: number;
  /** Percent of the provisioned units that auto scaling keeps in use. */
  readonly targetUtilization: number;
};

/** Quotas of Amazon DynamoDB: the write units a second that a table may have at first. */
const tableQuota = 40_000;

const units = v.pipe(v.number(), v.integer(), v.minValue(1));

const schema = v.pipe(
  v.strictObject({
    minWrites: units,
    maxWrites: v.optional(units, tableQuota),
    seedWrites: v.optional(units),
    // The bounds are those of Application Auto Scaling.
    targetUtilization: v.optional(v.pipe(v.number(), v.integer(), v.minValue(20), v.maxValue(90)), 70),
  }),
  v.transform((given): ProvisionedCapacity => ({ ...given, seedWrites: given.seedWrites ?? given.minWrites })),
  v.check(
    ({ minWrites, seedWrites, maxWrites }) => minWrites <= seedWrites && seedWrites <= maxWrites,
    'seedWrites must lie between minWrites and maxWrites',
  ),
);
const form = '{ "minWrites": 500, "maxWrites": 10000, "seedWrites": 2000, "targetUtilization": 70 }';

/**
 * The context value `capacity`: what Admissions and Records are provisioned with; on demand without it.
 * @throws {ConfigurationError}
 */
export const configuredCapacity = (context: unknown): ProvisionedCapacity | undefined =>
  readContext('capacity', schema, context, form);

/** Both tables are read seldom: pages of history, and what a key has left. */
export const minReads = 25;
const reads = { minCapacity: minReads, seedCapacity: minReads, maxCapacity: tableQuota };

/** How a table with a write for each call is paid for (docs/decisions/0028). */
export function billingOf(capacity: ProvisionedCapacity | undefined): Billing {
  if (!capacity) return Billing.onDemand();
  const { minWrites, maxWrites, seedWrites, targetUtilization: targetUtilizationPercent } = capacity;
  return Billing.provisioned({
    readCapacity: Capacity.autoscaled({ ...reads, targetUtilizationPercent }),
    writeCapacity: Capacity.autoscaled({
      minCapacity: minWrites,
      maxCapacity: maxWrites,
      seedCapacity: seedWrites,
      targetUtilizationPercent,
    }),
  });
}
