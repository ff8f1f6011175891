import * as v from 'valibot';

// The management API's shapes (docs/management-api.md), as a program reads them: a later release may add members and
// values. A test compares them with the API's own schemas.

/** ISO 8601, in UTC. */
const time = v.string();
const count = v.number();

const limits = v.looseObject({ callsPerSecond: count, callsPerDay: count });

const planSchema = v.looseObject({
  planId: v.string(),
  open: v.boolean(),
  limits,
  keys: count,
  historyDays: count,
  longestCallSeconds: count,
  pricePerMonth: count,
  currency: v.string(),
});

export const accountSchema = v.looseObject({
  accountId: v.string(),
  email: v.string(),
  state: v.string(),
  planId: v.string(),
  /** null: the gateway refuses the account's keys. */
  plan: v.nullable(planSchema),
  inactiveReason: v.nullable(v.string()),
  graceEndsAt: v.nullable(time),
  trialEndsAt: v.nullable(time),
  excessKeys: v.nullable(v.looseObject({ allowed: count, endsAt: time })),
  historyDays: count,
  createdAt: time,
  secondFactorRecoveryCodesLeft: count,
});

export const keySchema = v.looseObject({
  keyId: v.string(),
  name: v.string(),
  state: v.string(),
  createdAt: time,
  /** null for an active key, and for one revoked long ago. */
  revoked: v.nullable(v.looseObject({ at: time, by: v.string(), tokenName: v.nullable(v.string()) })),
  lastUsedAt: v.nullable(time),
  /** Those that work, newest first. */
  secrets: v.array(v.looseObject({ secretId: v.string(), firstCharacters: v.string(), expiresAt: v.nullable(time) })),
  limits: v.nullable(limits),
  startedWith: v.nullable(v.looseObject({ calls: count, until: time })),
  calls: v.nullable(v.looseObject({ thisSecond: count, today: count, resetsAt: time })),
});

export const keyWithSecretSchema = v.looseObject({ key: keySchema, secret: v.string() });

const outcomes = v.record(v.string(), count);
const callFigures = { calls: count, errors: count, outcomes };
const figures = {
  ...callFigures,
  latency: v.nullable(v.looseObject({ p50: count, p95: count, p99: count })),
  rpcErrorCodes: v.record(v.string(), count),
};

export const usageSchema = v.looseObject({
  from: time,
  to: time,
  span: v.string(),
  points: v.array(v.looseObject({ at: time, ...figures })),
  total: v.looseObject(figures),
  byMethod: v.record(v.string(), v.looseObject({ ...callFigures, meanLatency: v.nullable(count) })),
  byNetwork: v.record(v.string(), v.looseObject(figures)),
});
