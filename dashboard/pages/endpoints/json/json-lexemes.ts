export type JsonLexemeKind = 'punctuation' | 'string' | 'number' | 'literal';

/** A piece of JSON text that cannot be divided; `text` is as it stands, with every digit and escape. */
export type JsonLexeme = { readonly kind: JsonLexemeKind; readonly text: string; readonly start: number };

const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;
const space = /[ \n\r\t]*/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const word = /[\w$.+-]+/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * The lexeme at `from` or behind the space there; undefined at the text's end.
 * @throws {JsonSyntaxError} where nothing of JSON begins
 */
export function lexemeAt(text: string, from: number): JsonLexeme | undefined {
  const start = from + (match(space, text, from)?.length ?? 0);
  const first = text[start];
  if (first === undefined) return undefined;
  if ('{}[]:,'.includes(first)) return { kind: 'punctuation', text: first, start };
  if (first === '"') return { kind: 'string', text: text.slice(start, endOfString(text, start)), start };
  return wordAt(text, start);
}

function wordAt(text: string, start: number): JsonLexeme {
  const found = match(word, text, start);
  if (found === undefined) throw new JsonSyntaxError(strangeCharacter(text, start), start);
  if (found === 'true' || found === 'false' || found === 'null') return { kind: 'literal', text: found, start };
  if (number.test(found)) return { kind: 'number', text: found, start };
  throw new JsonSyntaxError(strangeWord(found), start);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += lengthOfEscape(text, at) - 1;
    if (code < firstPrintable) throw new JsonSyntaxError(controlCharacter(code), at);
  }
  throw new JsonSyntaxError('This string is not closed: its second " is missing.', start);
}

function lengthOfEscape(text: string, at: number): number {
  const found = match(escapeSequence, text, at);
  if (found !== undefined) return found.length;
  throw new JsonSyntaxError(`${text.slice(at, at + 2)} is no escape of JSON; a backslash itself is written \\\\.`, at);
}

function controlCharacter(code: number): string {
  if (code === 0x0a) return 'A string cannot go over a line’s end: close it with ", or write \\n.';
  return code === 0x09 ? 'A tab in a string is written \\t.' : 'A control character in a string must be escaped.';
}

function strangeCharacter(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '/' || character === '#') return 'JSON has no comments.';
  if ("'`‘’“”„«»".includes(character)) return `Strings stand in straight double quotes ("), not in ${character}.`;
  return `${character} cannot stand here.`;
}

function strangeWord(found: string): string {
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  if (/^[-+.]?\d/.test(found)) return `${shown} is not a number as JSON writes them.`;
  return `${shown} is not a value of JSON; a string stands in double quotes.`;
}

/** A text is not JSON (RFC 8259); `offset` counts UTF-16 units from its beginning, and `message` says what to mend. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly code = 'json_syntax';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Where an offset is, both from 1, as editors count. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
