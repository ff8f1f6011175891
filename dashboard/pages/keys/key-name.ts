const mostCharacters = 64;

/** The name as the API keeps it: without spaces around it. */
export const keptName = (text: string): string => text.trim();

/**
 * What is wrong with a key's name, in the API's own words; undefined where it can be used.
 * The rule is the API's `invalid-key-name`: 1 to 64 characters, spaces around them not counted.
 */
export function nameProblem(text: string): string | undefined {
  const { length } = keptName(text);
  return length < 1 || length > mostCharacters ? `A key needs a name of 1 to ${mostCharacters} characters.` : undefined;
}

/**
 * Whether a name was typed as it stands. Runs of blanks count as one: a page shows them as one, and a name made through
 * the API may hold some that cannot be typed into a line.
 */
export const isSameName = (typed: string, name: string): boolean => inOneSpelling(typed) === inOneSpelling(name);

const inOneSpelling = (text: string) => keptName(text).replaceAll(/\s+/g, ' ').normalize();
