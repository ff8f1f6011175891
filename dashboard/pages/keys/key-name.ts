import { looksSame, type NamedKey } from '../../format/key-labels.ts';

const mostCharacters = 64;

// The same as in src/schema.ts.
const hidden =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)/u;
const looseJoiner = /(^|[\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](\s|$)/u;

/** The name as the API stores it: without spaces around it. */
export const trimmedName = (text: string): string => text.trim();

/**
 * What is wrong with a key's name, in the API's words; undefined if it is valid.
 * The API's rule `invalid-key-name`: 1 to 64 visible characters, not counting spaces around them.
 */
export function nameProblem(text: string): string | undefined {
  const name = trimmedName(text);
  const { length } = [...name];
  if (length < 1 || length > mostCharacters) return `The name must have 1 to ${mostCharacters} characters.`;
  if (!hidden.test(name) && !looseJoiner.test(name)) return undefined;
  return (
    'The name contains an invisible character: a control or format character, a line separator, a letter without a ' +
    'shape, a joiner that joins nothing, or a broken character. Remove it.'
  );
}

/**
 * What the user types to revoke a key: its name, or the first characters of its secret if another active key has that name.
 */
export function revokeConfirmation({ keyId, name, secrets }: NamedKey, active: readonly NamedKey[]): string {
  const isShared = active.some((other) => other.keyId !== keyId && looksSame(other.name, name));
  return isShared ? (secrets[0]?.firstCharacters ?? keyId) : name;
}

/**
 * Whether the typed text is the name. Runs of blanks count as one, because a page shows them as one and a name set through
 * the API may have blanks that cannot be typed.
 */
export const isSameName = (typed: string, name: string): boolean => normalized(typed) === normalized(name);

const normalized = (text: string) => trimmedName(text).replaceAll(/\s+/g, ' ').normalize();
