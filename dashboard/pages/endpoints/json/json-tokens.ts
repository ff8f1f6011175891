import { type JsonLexeme, type JsonLexemeKind, JsonSyntaxError, lexemeAt, lineAndColumn } from './json-lexemes.ts';

/** A lexeme in its place; a `name` is the string before a colon. */
export type JsonToken = Omit<JsonLexeme, 'kind'> & { readonly kind: JsonLexemeKind | 'name' };

/** What may come next. */
type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

/**
 * Reads a JSON text piece by piece, so that its digits can be kept and its errors placed; takes exactly what JSON.parse
 * takes (RFC 8259), however deep it goes.
 * @throws {JsonSyntaxError} at the first place that is not JSON, after the tokens before it
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const open: JsonLexeme[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (let lexeme = lexemeAt(text, at); lexeme; lexeme = lexemeAt(text, at)) {
    const isName = lexeme.kind === 'string' && (wanted === 'name' || wanted === 'name or }');
    wanted = next(wanted, lexeme, open, text);
    yield isName ? { ...lexeme, kind: 'name' } : lexeme;
    at = lexeme.start + lexeme.text.length;
  }
  if (wanted !== 'end') throw new JsonSyntaxError(endedEarly(open, text), text.length);
}

function next(wanted: Wanted, lexeme: JsonLexeme, open: JsonLexeme[], text: string): Wanted {
  const isIn = { object: open.at(-1)?.text === '{', array: open.at(-1)?.text === '[' };
  const character = lexeme.kind === 'punctuation' ? lexeme.text : undefined;
  if ((wanted === 'value' || wanted === 'value or ]') && (character === undefined || '{['.includes(character))) {
    if (character === undefined) return afterValue(open);
    open.push(lexeme);
    return character === '{' ? 'name or }' : 'value or ]';
  }
  if (wanted.startsWith('name') && lexeme.kind === 'string') return 'colon';
  if (wanted === 'colon' && character === ':') return 'value';
  if (wanted === 'comma' && character === ',') return isIn.object ? 'name' : 'value';
  const closesObject = character === '}' && isIn.object && (wanted === 'comma' || wanted === 'name or }');
  const closesArray = character === ']' && isIn.array && (wanted === 'comma' || wanted === 'value or ]');
  if (!closesObject && !closesArray) throw new JsonSyntaxError(unexpected(wanted, lexeme, open, text), lexeme.start);
  open.pop();
  return afterValue(open);
}

const afterValue = (open: readonly JsonLexeme[]): Wanted => (open.length === 0 ? 'end' : 'comma');

function unexpected(wanted: Wanted, { text: found }: JsonLexeme, open: readonly JsonLexeme[], text: string): string {
  const closing = open.at(-1)?.text === '{' ? '}' : ']';
  if ((found === '}' || found === ']') && wanted !== 'colon') return strayClosing(wanted, found, open, text);
  if (wanted === 'end') return 'Nothing may stand behind the call: one object, or one array of objects, is a body.';
  if (wanted === 'comma') return `A comma or ${closing} is missing before this.`;
  if (wanted === 'colon') return 'A colon is missing between the name and its value.';
  if (wanted.startsWith('name')) return 'A name in double quotes must stand here.';
  return `A value must stand here, not ${found}.`;
}

function strayClosing(wanted: Wanted, found: string, open: readonly JsonLexeme[], text: string): string {
  const innermost = open.at(-1);
  if (!innermost) return `This ${found} closes nothing.`;
  if (wanted === 'name' || (wanted === 'value' && innermost.text === '['))
    return `A comma before ${found} is too much.`;
  if (wanted === 'value') return `A value is missing before ${found}.`;
  return `The ${innermost.text} of line ${lineAndColumn(text, innermost.start).line} is not closed by ${found}.`;
}

function endedEarly(open: readonly JsonLexeme[], text: string): string {
  const innermost = open.at(-1);
  if (!innermost) return 'There is nothing here yet: write a JSON-RPC call.';
  const closing = innermost.text === '{' ? '}' : ']';
  return `The text ends early: the ${innermost.text} of line ${lineAndColumn(text, innermost.start).line} wants its ${closing}.`;
}
