import type { DashboardConfig } from '../config.ts';

export type SignUpSetting = DashboardConfig['signUp'];

/** Says who may sign up; undefined if everybody may. */
export function signUpCondition(policy: SignUpSetting): string | undefined {
  if (policy === 'open') return undefined;
  if (policy === 'closed') return 'Accounts are created by the operator.';
  const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });
  return `Only addresses at ${alternatives.format(policy.emailDomains)} can sign up.`;
}

/**
 * Why an address may not sign up; undefined if it may. The field refuses text that is not an address, and the user pool
 * enforces the policy.
 */
export function addressProblem(policy: SignUpSetting, email: string): string | undefined {
  if (typeof policy === 'string') return undefined;
  const [, domain] = /@([^@]+)$/.exec(email.trim().toLowerCase()) ?? [];
  const isAllowed = policy.emailDomains.some((allowed) => allowed.toLowerCase() === domain);
  return domain === undefined || isAllowed ? undefined : signUpCondition(policy);
}
