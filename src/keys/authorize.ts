import * as v from 'valibot';
import { type SecretItem, type StartedWith, secretItemKey, secretItemSchema } from '../directory/directory-items.ts';
import type { Log } from '../log.ts';
import { findPlan, freePlan } from '../plans/plans.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import { newRequestId } from '../records/request-id.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { hashSecret, isWellFormedSecret } from './secret.ts';

/** Whose request it is, handed on to the proxy. */
export type CallerIdentity = {
  readonly keyId: string;
  readonly accountId: string;
  readonly planId: string;
  /** Calls that lower the key's quota of one day. */
  readonly startedWith?: StartedWith;
};

/** What the authorizer works with. */
export type AuthorizerDeps = {
  readonly directory: ItemTable;
  readonly refusals: RefusalRecords;
  readonly clock: Clock;
  /** Counts refusals of keys that belong to nobody; where it is missing, nobody does. */
  readonly unknownKeys?: UnknownKeyCounter;
};

/**
 * Decides on one request by its `X-API-KEY` header alone: whose it is, or undefined when it is refused. A text that
 * cannot be a secret is refused without a read. A refusal of a known key is recorded as that key's error; nothing here
 * touches a quota. Rejects when the Directory cannot be read.
 * @param header the header's value as it came
 * @param network where the request wants to go, for the record
 */
export async function authorize(
  header: string,
  network: string,
  parts: AuthorizerDeps,
): Promise<CallerIdentity | undefined> {
  const [identity] = await Promise.all([identify(header, network, parts), parts.refusals.writePending()]);
  return identity;
}

async function identify(header: string, network: string, parts: AuthorizerDeps): Promise<CallerIdentity | undefined> {
  const at = parts.clock();
  if (!isWellFormedSecret(header)) return parts.unknownKeys?.count('malformed');
  const item = await parts.directory.get(secretItemKey(hashSecret(header)));
  if (!item) return parts.unknownKeys?.count('unknown');
  const secret = v.parse(secretItemSchema, item);
  const outcome = refusalOf(secret, at);
  if (!outcome) return identityOf(secret);
  await recordRefusal(secret, outcome, network, at, parts);
  return undefined;
}

const identityOf = ({ keyId, accountId, planId, startedWith }: SecretItem): CallerIdentity => ({
  keyId,
  accountId,
  planId,
  ...(startedWith && { startedWith }),
});

function refusalOf(secret: SecretItem, at: number): Outcome | undefined {
  if (secret.state === 'revoked') return 'key_revoked';
  if (secret.state === 'ended' || (secret.expiresAt ?? Number.POSITIVE_INFINITY) <= at) return 'key_expired';
  if (secret.planState === 'inactive' || !findPlan(secret.planId)) return 'plan_inactive';
  return undefined;
}

async function recordRefusal(
  secret: SecretItem,
  outcome: Outcome,
  network: string,
  at: number,
  { refusals, clock }: AuthorizerDeps,
): Promise<void> {
  const { keyId, accountId } = secret;
  const record = {
    requestId: newRequestId(at),
    keyId,
    accountId,
    network,
    at,
    durationMs: Math.max(0, clock() - at),
    status: 403,
    outcome,
    calls: [{ outcome, count: 1 }],
    requestBytes: 0,
    responseBytes: 0,
  };
  await refusals.add(record, (findPlan(secret.planId) ?? freePlan).historyDays);
}

/** Counts refusals of keys that belong to nobody: those that cannot be a secret, and those that could. */
export type UnknownKeyCounter = { readonly count: (kind: 'malformed' | 'unknown') => undefined };

/** A process writes a line at once for its first refusal, and then one a minute. */
const logIntervalMs = 60_000;

/**
 * Counts them in this process and logs the counts as `unknown_keys_refused`. A line for each refusal would be a cost that
 * anybody could run up; this way it is at most one a minute for each process, whatever comes. What is counted when a process
 * ends is forgotten: less than a minute's refusals, and only where no further one followed.
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
