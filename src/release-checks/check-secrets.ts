import { type SecretItem, secretItemKey } from '../directory/secret-item.ts';
import { hashSecret, mintSecret } from '../keys/secret.ts';
import type { Plan } from '../plans.ts';
import type { Table } from '../table/item-table.ts';
import { type Clock, minuteMs } from '../time.ts';
import { checkAccountId } from './management-checks.ts';

/**
 * The key of a call. Each deployment has its own, so that no plan is too small for the checks: a release deploys all
 * functions, each with these checks, in the same second. Customers' keys are named `key_…`.
 */
export const checkKeyId = (deploymentId: string, network: string): string =>
  `${checkAccountId}-${deploymentId}-${network}`;

/** Longer than the checks take. Then the secrets work no more, even if they could not be deleted. */
const lifeMs = 5 * minuteMs;

type CheckSecretsOptions = {
  readonly directory: Pick<Table, 'put' | 'delete'>;
  readonly clock: Clock;
  readonly plan: Plan;
  readonly deploymentId: string;
  readonly networks: readonly string[];
};

/** Does something with a secret for each network, by its name. The secrets work only meanwhile, and nobody else sees them. */
export async function withCheckSecrets<T>(
  { directory, clock, plan, deploymentId, networks }: CheckSecretsOptions,
  use: (secrets: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const secrets = Object.fromEntries(networks.map((network) => [network, mintSecret()]));
  const keyOf = (secret: string) => secretItemKey(hashSecret(secret));
  try {
    const written = Object.entries(secrets).map(([network, secret]) => {
      const item: SecretItem = {
        keyId: checkKeyId(deploymentId, network),
        accountId: checkAccountId,
        planId: plan.id,
        planState: 'active',
        state: 'active',
        expiresAt: clock() + lifeMs,
      };
      return directory.put({ ...keyOf(secret), ...item });
    });
    await Promise.all(written);
    return await use(secrets);
  } finally {
    await Promise.allSettled(Object.values(secrets).map((secret) => directory.delete(keyOf(secret))));
  }
}
