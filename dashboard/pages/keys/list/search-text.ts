const longest = 64;

/** What looks like a secret, or like the beginning of one. A key's name can have an underscore, too, but no such end. */
const secretParts = /(\b(?:slc|slt)_[\dA-Za-z]{4})[\dA-Za-z]+|([A-Za-z]{2,8}_[\dA-Za-z]{4})[\dA-Za-z]{8,}/g;

/**
 * A text that keys are searched for, as the page and its address may keep it: of a secret, even a part of one, only the first
 * characters remain.
 */
export const searchText = (typed: string): string =>
  typed.replaceAll(secretParts, '$1$2').trimStart().slice(0, longest);
