import type { DashboardConfig } from '../config.ts';

export type SignUpSetting = DashboardConfig['signUp'];

const listed = new Intl.ListFormat('en', { type: 'disjunction' });

/** Says who may sign up; undefined if everybody may. */
export function signUpCondition(policy: SignUpSetting): string | undefined {
  if (policy === 'open') return undefined;
  if (policy === 'closed') return 'Accounts are created by the operator.';
  return `Only addresses at ${listed.format(policy.emailDomains)} can sign up.`;
}

/**
 * Why an address may not sign up; null if it may, as React Aria's `validate` expects. The browser itself refuses text that
 * is not an address, and the user pool enforces the policy.
 */
export function addressProblem(policy: SignUpSetting, email: string): string | null {
  if (typeof policy === 'string') return null;
  const [, domain] = /@([^@]+)$/.exec(email.trim().toLowerCase()) ?? [];
  const isAllowed = policy.emailDomains.some((allowed) => allowed.toLowerCase() === domain);
  return domain === undefined || isAllowed ? null : (signUpCondition(policy) ?? null);
}
