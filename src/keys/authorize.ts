import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { findPlan, firstPlan } from '../plans/plans.ts';
import { newRequestId } from '../records/new-request-id.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import type { ItemTable } from '../table/table.ts';
import { type SecretItem, secretItemKey, secretItemSchema } from './directory.ts';
import { hashSecret, isWellFormed } from './secret.ts';
import type { StartedWith } from './started-with.ts';
import type { UnknownKeys } from './unknown-keys.ts';

/** Whose request it is, handed on to the proxy. */
export type Identity = {
  readonly keyId: string;
  readonly accountId: string;
  readonly planId: string;
  /** Calls that lower the key's quota of one day. */
  readonly startedWith?: StartedWith;
};

/** What the authorizer works with. */
export type AuthorizerParts = {
  readonly directory: ItemTable;
  readonly refusals: RefusalRecords;
  readonly clock: Clock;
  /** Counts refusals of keys that belong to nobody; where it is missing, nobody does. */
  readonly unknownKeys?: UnknownKeys;
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
  parts: AuthorizerParts,
): Promise<Identity | undefined> {
  const [identity] = await Promise.all([identify(header, network, parts), parts.refusals.writeEnded()]);
  return identity;
}

async function identify(header: string, network: string, parts: AuthorizerParts): Promise<Identity | undefined> {
  const at = parts.clock();
  if (!isWellFormed(header)) return parts.unknownKeys?.refused('malformed');
  const item = await parts.directory.get(secretItemKey(hashSecret(header)));
  if (!item) return parts.unknownKeys?.refused('unknown');
  const secret = v.parse(secretItemSchema, item);
  const outcome = refusalOf(secret, at);
  if (!outcome) return identityOf(secret);
  await recordRefusal(secret, outcome, network, at, parts);
  return undefined;
}

const identityOf = ({ keyId, accountId, planId, startedWith }: SecretItem): Identity => ({
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
  { refusals, clock }: AuthorizerParts,
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
  await refusals.add(record, (findPlan(secret.planId) ?? firstPlan).historyDays);
}
