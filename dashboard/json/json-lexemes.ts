export type JsonLexemeKind = 'punctuation' | 'string' | 'number' | 'literal';

/** A lexeme of JSON; `text` is its source, with every digit and escape. */
export type JsonLexeme = { readonly kind: JsonLexemeKind; readonly text: string; readonly start: number };

const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;
const space = /[ \n\r\t]*/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const word = /[\w$.+-]+/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * The next lexeme at or after `from`; undefined at the end of the text.
 * @throws {JsonSyntaxError} if no JSON lexeme starts there
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
  if (found === undefined) throw new JsonSyntaxError(unexpectedCharacter(text, start), start);
  if (found === 'true' || found === 'false' || found === 'null') return { kind: 'literal', text: found, start };
  if (number.test(found)) return { kind: 'number', text: found, start };
  throw new JsonSyntaxError(invalidWord(found), start);
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
  throw new JsonSyntaxError('This string is not closed. Add the missing ".', start);
}

function lengthOfEscape(text: string, at: number): number {
  const found = match(escapeSequence, text, at);
  if (found !== undefined) return found.length;
  throw new JsonSyntaxError(`${text.slice(at, at + 2)} is not a JSON escape. Write a backslash as \\\\.`, at);
}

function controlCharacter(code: number): string {
  if (code === 0x0a) return 'A string cannot contain a line break. Close it with ", or write \\n.';
  return code === 0x09 ? 'Write a tab in a string as \\t.' : 'A control character in a string must be escaped.';
}

function unexpectedCharacter(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '/' || character === '#') return 'JSON does not allow comments.';
  if ("'`‘’“”„«»".includes(character)) return `Use straight double quotes ("), not ${character}.`;
  return `Unexpected ${character}.`;
}

function invalidWord(found: string): string {
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  if (/^[-+.]?\d/.test(found)) return `${shown} is not a valid JSON number.`;
  return `${shown} is not a JSON value. Put strings in double quotes.`;
}

/** A text is not JSON (RFC 8259). `offset` counts UTF-16 units; `message` says what to fix. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly code = 'json_syntax';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** An offset as line and column, both starting at 1. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
