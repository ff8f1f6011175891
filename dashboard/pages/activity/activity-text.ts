import type { Activity } from '../../api/activity.ts';
import { formatAmount } from '../../format/money.ts';
import { asWords } from '../../format/words.ts';
import { formatHours } from '../keys/grace-period.ts';

const actions: Readonly<Record<string, string>> = {
  account_created: 'Account created',
  account_deleted: 'Account deleted',
  account_resumed: 'Account resumed',
  account_suspended: 'Account suspended',
  email_changed: 'Email address changed',
  key_created: 'Key created',
  key_leak_reported: 'Secret reported as leaked',
  key_renamed: 'Key renamed',
  key_revoked: 'Key revoked',
  key_rotated: 'Key rotated',
  keys_exceed_plan: 'More keys than the plan allows',
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
  refund_failed: 'Refund failed',
  second_factor_disabled: 'Two-factor authentication turned off',
  second_factor_enabled: 'Two-factor authentication turned on',
  secret_ended: 'Secret ended',
  sessions_ended: 'Signed out everywhere',
  token_created: 'Account token created',
  token_leak_reported: 'Account token reported as leaked',
  token_renamed: 'Account token renamed',
  token_revoked: 'Account token revoked',
};

const actors: Readonly<Record<string, string>> = {
  customer: 'You',
  operator: 'The operator',
  billing: 'Billing',
  system: 'The service',
  holder: 'A person who had the secret',
  github: 'GitHub’s secret scanning',
};

const reasons: Readonly<Record<string, string>> = {
  unpaid: 'the invoice was not paid',
  too_many_keys: 'too many keys for the free plan',
};

const values: Readonly<Record<string, string>> = {
  active: 'Active keys',
  allowed: 'Keys of the plan',
  amount: 'Amount',
  chargeId: 'Charge',
  currency: 'Currency',
  days: 'Days until it expires',
  email: 'Email address',
  endsAt: 'Surplus revoked at',
  graceHours: 'Grace period',
  name: 'Name',
  permissions: 'Permissions',
  planId: 'Plan',
  reason: 'Reason',
  secret: 'Secret',
  source: 'Kind of place',
  url: 'Found at',
};

const nameOf = (names: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(names, code) ? (names[code] ?? code) : asWords(code);

/** What was done. */
export const actionText = ({ action }: Pick<Activity, 'action'>): string => nameOf(actions, action);

/** Who did it. A change by a program names its account token. */
export const actorText = ({ by, tokenName }: Pick<Activity, 'by'> & Partial<Pick<Activity, 'tokenName'>>): string =>
  tokenName ? `Token “${tokenName}”` : nameOf(actors, by);

/** The values that changed: `Plan: from free to scale`, `Grace period: 24 hours`, `Amount: $49.00`. */
export function changeTexts({ before, after }: Pick<Activity, 'before' | 'after'>): string[] {
  const [old, current] = [valueTexts(before), valueTexts(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return names.map((name) => `${nameOf(values, name)}: ${changeText(old[name], current[name])}`);
}

function changeText(old: string | undefined, current: string | undefined): string {
  if (old === undefined || old === current) return current ?? '';
  return current === undefined ? `${old}, removed` : `from ${old} to ${current}`;
}

type Values = NonNullable<Activity['before']>;

/** The values as text. Amounts contain their currency. */
function valueTexts(given: Values | null): Readonly<Record<string, string>> {
  const { currency, ...others } = given ?? {};
  const hasAmount = typeof others.amount === 'number';
  const shown = hasAmount || currency === undefined ? others : { ...others, currency };
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, valueText(name, value, currency)]));
}

function valueText(name: string, value: Values[string], currency: Values[string] | undefined): string {
  if (name === 'graceHours' && typeof value === 'number') return value === 0 ? 'none' : formatHours(value);
  if (name === 'amount' && typeof value === 'number' && typeof currency === 'string') {
    return formatAmount({ amount: value, currency });
  }
  return name === 'reason' ? nameOf(reasons, String(value)) : String(value);
}
