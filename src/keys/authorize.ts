import type { AwsCallLimits } from '../aws/aws-client.ts';
import {
  type KeyDayQuota,
  readSecretItem,
  type SecretItem,
  type StartedWith,
  secretItemKey,
} from '../directory/secret-item.ts';
import type { Log } from '../log.ts';
import type { Plans } from '../plans.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import { recordOfRefusedKey } from '../records/refusal-sums.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import { canBeImported, hashSecret, isWellFormedSecret } from './secret.ts';

/** The key that sent a request, its account and what its limits follow from. */
export type CallerIdentity = {
  readonly keyId: string;
  readonly accountId: string;
  readonly planId: string;
  readonly startedWith?: StartedWith | undefined;
  readonly dayQuota?: KeyDayQuota | undefined;
  /** The end of the secret's grace period. */
  readonly expiresAt?: EpochMs | undefined;
};

export type AuthorizerDeps = {
  readonly directory: Pick<ItemTable, 'get'>;
  readonly plans: Plans;
  readonly refusals: RefusalRecords;
  readonly clock: Clock;
  /** Looks up secrets of imported keys, too, at a read for each that is unknown. Default: false. */
  readonly importedKeys?: boolean | undefined;
  /** Counts refusals of malformed and unknown keys. Default: they are not counted. */
  readonly unknownKeys?: UnknownKeyCounter;
  /** Called when a key is refused because the settings do not know its plan. */
  readonly onUnknownPlan?: (planId: string) => void;
};

/** Of the read of a secret: with them, the longest call still fits into the proxy's time. */
export const secretCallLimits: AwsCallLimits = { connectMs: 500, answerMs: 500, deadlineMs: 1_000, tries: 2 };

/**
 * Identifies the caller by the `X-API-KEY` header; undefined if the request is refused. A malformed secret is refused
 * without a read. A refusal of a known key is recorded as an error of that key. No refusal counts against a quota. Rejects
 * if the Directory cannot be read. The read is strongly consistent, so that a change takes effect with the next request.
 * @param network for the record of a refusal; undefined records none
 */
export async function authorize(
  header: string,
  network: string | undefined,
  deps: AuthorizerDeps,
): Promise<CallerIdentity | undefined> {
  const at = deps.clock();
  if (!isPossibleSecret(header, deps.importedKeys)) return deps.unknownKeys?.count('malformed');
  const item = await deps.directory.get(secretItemKey(hashSecret(header)));
  if (!item) return deps.unknownKeys?.count('unknown');
  const secret = readSecretItem(item);
  const outcome = refusalOf(secret, at, deps);
  if (!outcome) return identityOf(secret);
  if (network !== undefined) await recordRefusal(secret, outcome, network, at, deps);
  return undefined;
}

/** Whether a key may have this secret, now or later. @param importedKeys the setting */
export const isPossibleSecret = (header: string, importedKeys = false): boolean =>
  isWellFormedSecret(header) || (importedKeys && canBeImported(header));

/** Why a secret is refused; undefined if it is accepted. */
export function refusalOf(
  secret: SecretItem,
  at: number,
  { plans, onUnknownPlan }: Pick<AuthorizerDeps, 'plans' | 'onUnknownPlan'>,
): Outcome | undefined {
  if (secret.state === 'revoked') return 'key_revoked';
  if (secret.state === 'ended' || (secret.expiresAt ?? Number.POSITIVE_INFINITY) <= at) return 'key_expired';
  if (secret.planState === 'inactive') return 'plan_inactive';
  if (plans.find(secret.planId)) return undefined;
  onUnknownPlan?.(secret.planId);
  return 'plan_inactive';
}

const identityOf = ({ keyId, accountId, planId, startedWith, dayQuota, expiresAt }: SecretItem): CallerIdentity => ({
  keyId,
  accountId,
  planId,
  ...(startedWith && { startedWith }),
  ...(dayQuota && { dayQuota }),
  ...(expiresAt !== undefined && { expiresAt }),
});

async function recordRefusal(
  secret: SecretItem,
  outcome: Outcome,
  network: string,
  at: number,
  { refusals, plans, clock }: AuthorizerDeps,
): Promise<void> {
  const refusal = { keyId: secret.keyId, accountId: secret.accountId, network, outcome, at, durationMs: clock() - at };
  await refusals.add(recordOfRefusedKey(refusal), (plans.find(secret.planId) ?? plans.free).historyDays);
}

/** Counts refusals of keys that belong to no account. */
export type UnknownKeyCounter = { readonly count: (kind: 'malformed' | 'unknown') => undefined };

const logIntervalMs = 60_000;

/**
 * Logs the counts as `unknown_keys_refused`: at the first refusal of a process and then at most once a minute, so that
 * nobody can run up the operator's log costs. Refusals after a process's last line are not logged.
 */
export function createUnknownKeyCounter(log: Log, clock: Clock): UnknownKeyCounter {
  let counts = { malformed: 0, unknown: 0 };
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    count(kind) {
      counts[kind] += 1;
      const now = clock();
      if (now - loggedAt < logIntervalMs) return;
      log.info('unknown_keys_refused', counts);
      counts = { malformed: 0, unknown: 0 };
      loggedAt = now;
    },
  };
}

/** Logs `unknown_plan`, for an alarm: at the first refusal of a process and then at most once a minute. */
export function createUnknownPlanLog(log: Log, clock: Clock): (planId: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (planId) => {
    const now = clock();
    if (now - loggedAt < logIntervalMs) return;
    log.error('unknown_plan', { planId });
    loggedAt = now;
  };
}
