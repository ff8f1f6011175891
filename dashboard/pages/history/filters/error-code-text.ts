import type { ErrorCodeFilter } from '../../../api/api.ts';
import { errorCodeFilter, otherCodes } from '../history-search.ts';

/** The error code in the text of a field; undefined if it is empty or not a code. Typographic minus signs are allowed. */
export function parseErrorCode(text: string): ErrorCodeFilter | undefined {
  const plain = text.trim().toLowerCase().replace(/^[−–]/, '-');
  if (plain === otherCodes) return otherCodes;
  return plain === '' ? undefined : errorCodeFilter(Number(plain));
}

/** What is wrong with the text of a field; undefined if nothing is, or it is empty. */
export const errorCodeProblem = (text: string): string | undefined =>
  text.trim() === '' || parseErrorCode(text) !== undefined
    ? undefined
    : `Write a whole number of at most 15 digits, for example -32602, or “${otherCodes}”.`;
