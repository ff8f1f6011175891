import { Billing, Capacity } from 'aws-cdk-lib/aws-dynamodb';
import { type ProvisionedCapacity, tableQuota } from '../settings/capacity-settings.ts';

/** Both tables are rarely read: for pages of history and the rest of a key's quota. */
export const minReads = 25;
const reads = { minCapacity: minReads, seedCapacity: minReads, maxCapacity: tableQuota };

/** The billing mode of Admissions and Records (docs/decisions/0028). */
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
