import { type JsonToken, jsonTokens } from './json-tokens.ts';

/** A piece of pretty-printed JSON; `space` is the whitespace between tokens. */
export type JsonPiece = { readonly kind: JsonToken['kind'] | 'space'; readonly text: string };

const step = '  ';
const opens = ({ kind, text }: JsonToken): boolean => kind === 'punctuation' && (text === '{' || text === '[');
const closes = ({ kind, text }: JsonToken): boolean => kind === 'punctuation' && (text === '}' || text === ']');

/**
 * Pretty-prints JSON as JSON.stringify does with two spaces, but token by token: numbers and strings keep every digit and
 * escape. Reads only as far as its consumer does.
 * @throws {JsonSyntaxError} at the first error
 */
export function* prettyJsonPieces(text: string): Generator<JsonPiece> {
  let depth = 0;
  let before: JsonToken | undefined;
  for (const token of jsonTokens(text)) {
    if (closes(token)) depth -= 1;
    const space = before && spaceBetween(before, token, depth);
    if (space) yield { kind: 'space', text: space };
    yield token;
    if (opens(token)) depth += 1;
    before = token;
  }
}

function spaceBetween(before: JsonToken, token: JsonToken, depth: number): string | undefined {
  if (before.kind === 'punctuation' && before.text === ':') return ' ';
  const isNewLine = opens(before) ? !closes(token) : closes(token) || before.text === ',';
  return isNewLine ? `\n${step.repeat(depth)}` : undefined;
}

/**
 * Pretty-prints JSON and keeps every digit.
 * @throws {JsonSyntaxError} if the text is not JSON
 */
export function prettyJson(text: string): string {
  let pretty = '';
  for (const piece of prettyJsonPieces(text)) pretty += piece.text;
  return pretty;
}
