import { type JsonLexeme, type JsonLexemeKind, JsonSyntaxError, lexemeAt, lineAndColumn } from './json-lexemes.ts';

/** A lexeme with its role: a `name` is the string before a colon. */
export type JsonToken = Omit<JsonLexeme, 'kind'> & { readonly kind: JsonLexemeKind | 'name' };

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

/**
 * Tokenizes a JSON text, keeping digits and positions. Accepts exactly what JSON.parse accepts (RFC 8259), at any depth.
 * @throws {JsonSyntaxError} at the first error, after the tokens before it
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const open: JsonLexeme[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (let lexeme = lexemeAt(text, at); lexeme; lexeme = lexemeAt(text, at)) {
    const isName = lexeme.kind === 'string' && (expected === 'name' || expected === 'name or }');
    expected = next(expected, lexeme, open, text);
    yield isName ? { ...lexeme, kind: 'name' } : lexeme;
    at = lexeme.start + lexeme.text.length;
  }
  if (expected !== 'end') throw new JsonSyntaxError(endedEarly(open, text), text.length);
}

function next(expected: Expected, lexeme: JsonLexeme, open: JsonLexeme[], text: string): Expected {
  const isIn = { object: open.at(-1)?.text === '{', array: open.at(-1)?.text === '[' };
  const character = lexeme.kind === 'punctuation' ? lexeme.text : undefined;
  if ((expected === 'value' || expected === 'value or ]') && (character === undefined || '{['.includes(character))) {
    if (character === undefined) return afterValue(open);
    open.push(lexeme);
    return character === '{' ? 'name or }' : 'value or ]';
  }
  if (expected.startsWith('name') && lexeme.kind === 'string') return 'colon';
  if (expected === 'colon' && character === ':') return 'value';
  if (expected === 'comma' && character === ',') return isIn.object ? 'name' : 'value';
  const closesObject = character === '}' && isIn.object && (expected === 'comma' || expected === 'name or }');
  const closesArray = character === ']' && isIn.array && (expected === 'comma' || expected === 'value or ]');
  if (!closesObject && !closesArray) throw new JsonSyntaxError(unexpected(expected, lexeme, open, text), lexeme.start);
  open.pop();
  return afterValue(open);
}

const afterValue = (open: readonly JsonLexeme[]): Expected => (open.length === 0 ? 'end' : 'comma');

function unexpected(
  expected: Expected,
  { text: found }: JsonLexeme,
  open: readonly JsonLexeme[],
  text: string,
): string {
  const closing = open.at(-1)?.text === '{' ? '}' : ']';
  if ((found === '}' || found === ']') && expected !== 'colon') return strayClosing(expected, found, open, text);
  if (expected === 'end') return 'Unexpected text after the call. The body must be one object or one array of objects.';
  if (expected === 'comma') return `A comma or ${closing} is missing before this.`;
  if (expected === 'colon') return 'A colon is missing between the name and its value.';
  if (expected.startsWith('name')) return 'Expected a name in double quotes.';
  return `Expected a value, not ${found}.`;
}

function strayClosing(expected: Expected, found: string, open: readonly JsonLexeme[], text: string): string {
  const innermost = open.at(-1);
  if (!innermost) return `This ${found} has no opening bracket.`;
  if (expected === 'name' || (expected === 'value' && innermost.text === '['))
    return `Remove the comma before ${found}.`;
  if (expected === 'value') return `A value is missing before ${found}.`;
  return `${found} does not close the ${innermost.text} in line ${lineAndColumn(text, innermost.start).line}.`;
}

function endedEarly(open: readonly JsonLexeme[], text: string): string {
  const innermost = open.at(-1);
  if (!innermost) return 'The body is empty. Write a JSON-RPC call.';
  const closing = innermost.text === '{' ? '}' : ']';
  return `The text ends early. Close the ${innermost.text} in line ${lineAndColumn(text, innermost.start).line} with ${closing}.`;
}
