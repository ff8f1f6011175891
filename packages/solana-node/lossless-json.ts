declare global {
  interface JSON {
    /** ES2026, in Node 24: the reviver receives the source text of each primitive. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** ES2026, in Node 24: a value that `JSON.stringify` writes as the given text. */
    rawJSON(text: string): unknown;
  }
}

/**
 * Parses JSON without losing digits: an integer beyond 2^53 becomes a bigint, as a u64 of lamports may be.
 * @throws {SyntaxError} if the text is not JSON
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );
}

/** Writes JSON without losing digits: a bigint is written as a JSON number. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  );
}
