// A ULID: 26 characters of Crockford's base 32, the first 10 of them the time in ms (https://github.com/ulid/spec).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 26;
const timeLength = 10;
// 48 bits of time fill 9 characters and the lowest 3 bits of the first.
const highestFirst = '7';

/** A request id as the API takes it, or what keeps a text from being one. */
export type ParsedRequestId = { readonly requestId: string } | { readonly fault: string; readonly isTooShort: boolean };

/** Reads what was typed or pasted as a request id: spaces around it and small letters do no harm. */
export function parseRequestId(text: string): ParsedRequestId {
  const requestId = text.trim().toUpperCase();
  const stranger = [...requestId].find((character) => !alphabet.includes(character));
  if (stranger !== undefined) {
    return fault(
      /\s/.test(stranger) ? 'A request id has no spaces in it.' : `A request id has no “${stranger}” in it.`,
    );
  }
  if (requestId.length > length) return fault(`A request id has ${length} characters; this has ${requestId.length}.`);
  if (requestId.charAt(0) > highestFirst) return fault('A request id begins with a digit from 0 to 7.');
  if (requestId.length === length) return { requestId };
  return { ...fault(`A request id has ${length} characters; this has ${requestId.length}.`), isTooShort: true };
}

const fault = (text: string) => ({ fault: text, isTooShort: false });

/** When the request of that id came in, ms since the epoch: the id itself says so. */
export const requestTime = (requestId: string): number =>
  [...requestId.slice(0, timeLength)].reduce(
    (time, character) => time * alphabet.length + alphabet.indexOf(character),
    0,
  );
