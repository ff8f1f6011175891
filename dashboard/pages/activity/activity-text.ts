import type { Activity } from '../../api/activity.ts';
import { asWords } from '../../format/words.ts';
import { formatHours } from '../keys/grace-period.ts';

const actions: Readonly<Record<string, string>> = {
  account_created: 'Account created',
  account_deleted: 'Account deleted',
  account_resumed: 'Account resumed',
  account_suspended: 'Account suspended',
  email_changed: 'Email address changed',
  key_created: 'Key created',
  key_renamed: 'Key renamed',
  key_revoked: 'Key revoked',
  key_rotated: 'Key rotated',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  payment_disputed: 'Payment disputed',
  payment_failed: 'Payment failed',
  payment_received: 'Payment received',
  payment_refunded: 'Payment refunded',
  plan_changed: 'Plan changed',
  plan_ended: 'Plan ended',
  plan_restored: 'Plan active again',
  recovery_code_used: 'Recovery code used',
  recovery_codes_created: 'Recovery codes created',
  second_factor_disabled: 'Two-factor authentication turned off',
  sessions_ended: 'Signed out everywhere',
};

const actors: Readonly<Record<string, string>> = {
  customer: 'You',
  operator: 'The operator',
  billing: 'Billing',
  system: 'The service',
};

const values: Readonly<Record<string, string>> = {
  email: 'Email address',
  graceHours: 'Grace period',
  name: 'Name',
  planId: 'Plan',
};

const nameOf = (names: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(names, code) ? (names[code] ?? code) : asWords(code);

/** What was done. */
export const actionText = ({ action }: Pick<Activity, 'action'>): string => nameOf(actions, action);

/** Who did it. */
export const actorText = ({ by }: Pick<Activity, 'by'>): string => nameOf(actors, by);

/** The values that changed: `Plan: from free to scale`, `Grace period: 24 hours`. */
export function changeTexts({ before, after }: Pick<Activity, 'before' | 'after'>): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => `${nameOf(values, name)}: ${changeText(name, before?.[name], after?.[name])}`);
}

function changeText(name: string, before: unknown, after: unknown): string {
  const [old, current] = [valueText(name, before), valueText(name, after)];
  if (old === undefined) return current ?? '';
  return current === undefined ? `${old}, removed` : `from ${old} to ${current}`;
}

function valueText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name === 'graceHours' && typeof value === 'number') return value === 0 ? 'none' : formatHours(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
