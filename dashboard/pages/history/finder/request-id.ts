// A ULID: 26 characters of Crockford's base 32, the first 10 of them the time in ms (https://github.com/ulid/spec).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 26;
const timeLength = 10;
// 48 bits of time fill 9 characters and the lowest 3 bits of the first.
const highestFirst = '7';

/** A valid request id, or what is wrong with the text. */
type ParsedRequestId = { readonly requestId: string } | { readonly problem: string; readonly isTooShort: boolean };

/** Parses typed or pasted text as a request id. Spaces around it and lower-case letters are allowed. */
export function parseRequestId(text: string): ParsedRequestId {
  const requestId = text.trim().toUpperCase();
  const invalid = [...requestId].find((character) => !alphabet.includes(character));
  if (invalid !== undefined) {
    return problem(/\s/.test(invalid) ? 'A request ID has no spaces.' : `A request ID cannot contain “${invalid}”.`);
  }
  if (requestId.length > length) return problem(`A request ID has ${length} characters; this has ${requestId.length}.`);
  if (requestId.charAt(0) > highestFirst) return problem('A request ID starts with a digit from 0 to 7.');
  if (requestId.length === length) return { requestId };
  return { ...problem(`A request ID has ${length} characters; this has ${requestId.length}.`), isTooShort: true };
}

const problem = (text: string) => ({ problem: text, isTooShort: false });

/** The time encoded in a request id, in epoch milliseconds. */
export const requestTime = (requestId: string): number =>
  [...requestId.slice(0, timeLength)].reduce(
    (time, character) => time * alphabet.length + alphabet.indexOf(character),
    0,
  );
