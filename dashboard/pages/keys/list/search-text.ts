const longest = 64;

/** `slc_` and four letters or digits: what a key shows of its secrets. */
const shownLength = 8;

/**
 * A text that keys are searched for, as the page and its address may keep it: of a secret, even a part of one, only the first
 * characters remain.
 */
export const searchText = (typed: string): string =>
  typed
    .replaceAll(/slc_[\dA-Za-z]+/g, (secret) => secret.slice(0, shownLength))
    .trimStart()
    .slice(0, longest);
