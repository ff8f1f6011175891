const mostCharacters = 64;

/** The same as in src/schema.ts. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The name as the API keeps it: without spaces around it. */
export const trimmedName = (text: string): string => text.trim();

/**
 * What is wrong with a key's name, in the API's own words; undefined where it can be used.
 * The rule is the API's `invalid-key-name`: 1 to 64 visible characters, spaces around them not counted.
 */
export function nameProblem(text: string): string | undefined {
  const name = trimmedName(text);
  if (name.length < 1 || name.length > mostCharacters)
    return `A key needs a name of 1 to ${mostCharacters} characters.`;
  if (!hidden.test(name)) return undefined;
  return (
    'The name has an invisible character: a control or format character, a line separator, or half of a surrogate ' +
    'pair. Remove it. Emoji that are joined from several have one; use a single emoji.'
  );
}

/**
 * Whether a name was typed as it stands. Runs of blanks count as one: a page shows them as one, and a name made through
 * the API may hold some that cannot be typed into a line.
 */
export const isSameName = (typed: string, name: string): boolean => inOneSpelling(typed) === inOneSpelling(name);

const inOneSpelling = (text: string) => trimmedName(text).replaceAll(/\s+/g, ' ').normalize();
