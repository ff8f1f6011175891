import { errorClass } from '../error-class.ts';
import type { SignUpPolicy } from '../settings.ts';

/** The settings do not let this person create an account. The message is public. */
class SignUpRefusedError extends errorClass('SignUpRefusedError', 'sign_up_refused') {}

/**
 * An address of plain ASCII with one @. Mail systems disagree on the domain of others, such as those with source routes,
 * and a Unicode domain does not equal its punycode form.
 */
export const plainAddress =
  /^[\w.#$&'*+/=?^`{|}~-]{1,64}@((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d])$/i;

/** Subdomains of an allowed domain are other domains. @throws {SignUpRefusedError} */
export function requireSignUp(policy: SignUpPolicy, email: string): void {
  if (policy === 'open') return;
  if (policy === 'closed') throw new SignUpRefusedError('Only the operator creates accounts. Ask for one.');
  const domain = plainAddress.exec(email)?.[1]?.toLowerCase();
  if (domain !== undefined && policy.emailDomains.includes(domain)) return;
  const allowed = policy.emailDomains.join(', ');
  throw new SignUpRefusedError(`Only email addresses of these domains can create an account: ${allowed}.`);
}
