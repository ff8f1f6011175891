/**
 * Characters that show nothing, or change how others are shown: control and format characters (a joiner, a change of
 * direction), separators of lines and paragraphs, and halves of surrogate pairs.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whether a text holds a character that a name must not hold. */
export const hasHiddenCharacters = (text: string): boolean => text.search(hidden) >= 0;

/** The text with each hidden character as its code, like `\u{1b}`: safe to print on a terminal, and in one line. */
export const showHiddenCharacters = (text: string): string =>
  text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
