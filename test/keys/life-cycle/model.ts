import { plans } from '../../support/settings.ts';

// A model of the life cycle of an account's keys, as simple as possible: no hashes, no items, no versions, one command at a
// time. Keys and secrets have the label of the command that created them.

export type Command = { readonly idempotencyKey: string | undefined } & (
  | { readonly do: 'create'; readonly name: string }
  | { readonly do: 'rename'; readonly key: string; readonly name: string }
  | { readonly do: 'rotate'; readonly key: string; readonly graceHours: number }
  | { readonly do: 'revoke'; readonly key: string }
  | { readonly do: 'change plan'; readonly planId: string }
  | { readonly do: 'suspend' }
  | { readonly do: 'resume' }
);

/** A command without its idempotency key. */
export const requestOf = ({ idempotencyKey, ...rest }: Command): string => JSON.stringify(rest);

/** Result of a command: its key's label and whether it returns a secret, the changed account, or the refusal. */
export type Result =
  | { readonly key: string; readonly name: string; readonly state: string; readonly secret: boolean }
  | { readonly planId: string; readonly state: string }
  | { readonly error: string };

type ModelSecret = { key: string; until: number; graceHours: number; state: 'active' | 'ended' | 'revoked' };

export type Model = {
  planId: string;
  state: 'active' | 'suspended';
  keys: Record<string, { name: string; state: 'active' | 'revoked' }>;
  /** Every secret ever created, oldest first. */
  secrets: Record<string, ModelSecret>;
  carriedOut: Record<string, { request: string; key: string | undefined; until: number }>;
};

/** Maximum number of active keys by plan. */
const keysOf: Readonly<Record<string, number>> = Object.fromEntries(plans.all.map(({ id, keys }) => [id, keys]));

const hour = 3_600_000;

export const newModel = (planId: string): Model => ({ planId, state: 'active', keys: {}, secrets: {}, carriedOut: {} });

/** The model after a command, and the command's result. */
export function apply(before: Model, command: Command, label: string, now: number): { model: Model; result: Result } {
  const model = structuredClone(before);
  return { model, result: change(model, command, label, now) };
}

const activeKeys = (model: Model) => Object.values(model.keys).filter(({ state }) => state === 'active').length;

function change(model: Model, command: Command, label: string, now: number): Result {
  const { idempotencyKey } = command;
  if (idempotencyKey === undefined) return carryOut(model, command, label, now);
  const known = model.carriedOut[idempotencyKey];
  if (known && now < known.until) return repeat(model, command, known);
  const result = carryOut(model, command, label, now);
  const key = 'key' in result ? result.key : undefined;
  if (!('error' in result)) {
    model.carriedOut[idempotencyKey] = { request: requestOf(command), key, until: now + 24 * hour };
  }
  return result;
}

function repeat(model: Model, command: Command, { request, key }: Model['carriedOut'][string]): Result {
  if (request !== requestOf(command)) return { error: 'idempotency_conflict' };
  if (key === undefined) return { planId: model.planId, state: model.state };
  return { key, name: '', state: '', ...model.keys[key], secret: false };
}

function carryOut(model: Model, command: Command, label: string, now: number): Result {
  if (command.do === 'create') return create(model, command, label);
  if (command.do === 'suspend' || command.do === 'resume') {
    model.state = command.do === 'suspend' ? 'suspended' : 'active';
    return { planId: model.planId, state: model.state };
  }
  if (command.do === 'change plan') {
    const allowed = keysOf[command.planId];
    if (allowed === undefined) return { error: 'unknown_plan' };
    if (activeKeys(model) > allowed) return { error: 'too_many_keys' };
    model.planId = command.planId;
    return { planId: model.planId, state: model.state };
  }
  const key = model.keys[command.key];
  if (!key) return { error: 'key_not_found' };
  if (key.state === 'revoked' && command.do !== 'revoke') return { error: 'key_revoked' };
  if (command.do === 'rename') key.name = command.name;
  if (command.do === 'rotate' && !rotate(model, command, label, now)) return { error: 'grace_running' };
  if (command.do === 'revoke') revoke(model, command.key);
  return { key: command.key, ...key, secret: command.do === 'rotate' };
}

function create(model: Model, { name }: Command & { do: 'create' }, label: string): Result {
  if (activeKeys(model) >= (keysOf[model.planId] ?? 0)) return { error: 'key_limit_reached' };
  model.keys[label] = { name, state: 'active' };
  model.secrets[label] = { key: label, until: Number.POSITIVE_INFINITY, graceHours: 0, state: 'active' };
  return { key: label, name, state: 'active', secret: true };
}

/** False if another grace period runs. */
function rotate(model: Model, { key, graceHours }: Command & { do: 'rotate' }, label: string, now: number): boolean {
  const secrets = Object.values(model.secrets).filter((secret) => secret.key === key && secret.state === 'active');
  const running = secrets.find(({ until }) => Number.isFinite(until) && until > now);
  if (running && graceHours > 0 && running.graceHours !== graceHours) return false;
  const kept = graceHours === 0 ? undefined : (running ?? secrets.at(-1));
  for (const secret of secrets) if (secret !== kept) secret.state = 'ended';
  if (kept && kept !== running) Object.assign(kept, { until: now + graceHours * hour, graceHours });
  model.secrets[label] = { key, until: Number.POSITIVE_INFINITY, graceHours: 0, state: 'active' };
  return true;
}

function revoke(model: Model, keyLabel: string): void {
  const key = model.keys[keyLabel];
  if (key) key.state = 'revoked';
  for (const secret of Object.values(model.secrets)) {
    if (secret.key === keyLabel && secret.state === 'active') secret.state = 'revoked';
  }
}

/** The active keys. */
export const activeLabels = (model: Model): string[] =>
  Object.keys(model.keys)
    .filter((label) => model.keys[label]?.state === 'active')
    .toSorted();

/** The expected list of keys, each with its secrets, newest first, and their expiry. */
export const listing = (model: Model) =>
  Object.fromEntries(
    Object.entries(model.keys).map(([label, key]) => [label, { ...key, secrets: secretsOf(model, label) }]),
  );

const secretsOf = (model: Model, key: string): [string, number | undefined][] =>
  Object.entries(model.secrets)
    .filter(([, secret]) => secret.key === key && secret.state !== 'ended')
    .map(([label, { until }]): [string, number | undefined] => [label, Number.isFinite(until) ? until : undefined])
    .toReversed();

/** The expected decision of the authorizer on each secret ever created. */
export const authorizations = (model: Model, now: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(model.secrets).map(([label, secret]) => [label, authorization(model, secret, now)]),
  );

function authorization(model: Model, { key, state, until }: ModelSecret, now: number): string {
  if (state === 'revoked') return 'key_revoked';
  if (state === 'ended' || now >= until) return 'key_expired';
  return model.state === 'suspended' ? 'plan_inactive' : `${key} on ${model.planId}`;
}
