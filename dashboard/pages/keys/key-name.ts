const mostCharacters = 64;

/** The same as in src/schema.ts. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The name as the API stores it: without spaces around it. */
export const trimmedName = (text: string): string => text.trim();

/**
 * What is wrong with a key's name, in the API's words; undefined if it is valid.
 * The API's rule `invalid-key-name`: 1 to 64 visible characters, not counting spaces around them.
 */
export function nameProblem(text: string): string | undefined {
  const name = trimmedName(text);
  if (name.length < 1 || name.length > mostCharacters) return `The name must have 1 to ${mostCharacters} characters.`;
  if (!hidden.test(name)) return undefined;
  return (
    'The name contains an invisible character: a control or format character, a line separator, or half of a ' +
    'surrogate pair. Remove it. Emoji joined from several contain one; use a single emoji.'
  );
}

/**
 * Whether the typed text is the name. Runs of blanks count as one, because a page shows them as one and a name set through
 * the API may have blanks that cannot be typed.
 */
export const isSameName = (typed: string, name: string): boolean => normalized(typed) === normalized(name);

const normalized = (text: string) => trimmedName(text).replaceAll(/\s+/g, ' ').normalize();
