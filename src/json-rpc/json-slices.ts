// Slices of JSON text. Ids and params must keep every digit, which JSON.parse and JSON.stringify would not. The text
// must be valid JSON. On other text the functions terminate, but their results mean nothing.

import { parseJson } from '../schema.ts';

const quote = 34;
const backslash = 92;
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
const opens = (code: number): boolean => code === 123 || code === 91;
const closes = (code: number): boolean => code === 125 || code === 93;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The index after the string that starts at `start`. */
export function skipString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function skipScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 44 || closes(code) || isSpace(code)) break;
    at += 1;
  }
  return at;
}

/** The index after the value that starts at `start`; past the end of the text if the value is cut off. */
export function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return skipString(text, start);
  if (!opens(first)) return skipScalar(text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = skipString(text, at);
      continue;
    }
    if (opens(code)) depth += 1;
    else if (closes(code)) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at + 1;
}

/** The raw text of a JSON array's elements, in order. */
export function elements(text: string, maxElements = Number.POSITIVE_INFINITY): string[] {
  const found: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== ']' && found.length < maxElements) {
    const end = skipValue(text, at);
    if (end === at) break;
    found.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

export const unquote = (raw: string): string => (raw.includes('\\') ? String(parseJson(raw) ?? raw) : raw.slice(1, -1));

/** A member of a JSON object; `start` is the index of its value. */
type Member = { readonly name: string; readonly start: number };

/** The members of a JSON object, in order. Stops early if the text is cut off. */
export function* members(text: string): Generator<Member> {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return;
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const nameEnd = skipString(text, at);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    if (start >= text.length) return;
    yield { name: unquote(text.slice(at, nameEnd)), start };
    at = skipSpace(text, skipValue(text, start));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
}

/** The raw value of an object's member. If the name occurs twice, the last one, as with JSON.parse. */
export function memberValue(text: string, name: string): string | undefined {
  let value: string | undefined;
  for (const member of members(text)) {
    if (member.name === name) value = text.slice(member.start, skipValue(text, member.start));
  }
  return value;
}
