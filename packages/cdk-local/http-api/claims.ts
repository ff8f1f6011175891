import { unconfirmed } from './unconfirmed.ts';

/**
 * A token's claims as an event holds them: every one a text, `"exp": "1767225600"`, `"email_verified": "true"` and a
 * list as `"[admins editors]"` (users' reports of the live service).
 */
export const claimTexts = (claims: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, textOf(value)]));

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  return typeof value === 'object' && value !== null ? unconfirmed.claimObject(value) : String(value);
}
