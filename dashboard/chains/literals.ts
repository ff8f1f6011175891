import { indexJson, type JsonIndex } from '../json/json-index.ts';
import { jsonTokens } from '../json/json-tokens.ts';
import { hasValues, kindOf, nameOf, sourceOf, valuesIn } from '../json/json-values.ts';

/** How a language writes what JSON can hold; strings and names are given with their quotes. */
export type Dialect = {
  readonly string: (quoted: string) => string;
  readonly name: (quoted: string) => string;
  readonly literals: Readonly<Record<string, string>>;
  /** How a line inside brackets is indented. */
  readonly step: string;
  /** Inside the braces of an object in one line. */
  readonly padding: string;
};

const isSimple = (quoted: string): boolean => !/['\\]/.test(quoted);
const inSingleQuotes = (quoted: string): string => (isSimple(quoted) ? `'${quoted.slice(1, -1)}'` : quoted);
const isIdentifier = (quoted: string): boolean => /^"[A-Za-z_$][\w$]*"$/.test(quoted);

export const javaScript: Dialect = {
  string: inSingleQuotes,
  name: (quoted) => (isIdentifier(quoted) ? quoted.slice(1, -1) : inSingleQuotes(quoted)),
  literals: {},
  step: '  ',
  padding: ' ',
};

export const python: Dialect = {
  string: (quoted) => quoted,
  name: (quoted) => quoted,
  literals: { true: 'True', false: 'False', null: 'None' },
  step: '    ',
  padding: '',
};

/** Longer or deeper bodies stay text: nobody edits them as code. */
const mostCharacters = 20_000;
const mostLevels = 50;

/**
 * The index of a body that is the same value as a literal of a program; undefined if it is not JSON or a program would
 * change it: digits of large numbers, escapes, duplicate members.
 */
export function faithfulIndex(body: string): JsonIndex | undefined {
  const index = body.length <= mostCharacters ? indexJson(body) : undefined;
  if (!index?.depth.every((depth) => depth < mostLevels)) return undefined;
  const compact = Array.from(jsonTokens(body), ({ text }) => text).join('');
  return compact === JSON.stringify(JSON.parse(body)) && !compact.includes('"__proto__"') ? index : undefined;
}

const lineLength = 80;

/** A value as a literal, in one line if it fits. `indent` is what the line of its closing bracket starts with. */
export function literalOf(index: JsonIndex, value: number, dialect: Dialect, indent = ''): string {
  const inline = inlineOf(index, value, dialect);
  if (indent.length + inline.length <= lineLength || !hasValues(index, value)) return inline;
  const inner = indent + dialect.step;
  const lines = Array.from(valuesIn(index, value), (one) => {
    return `${inner}${labelOf(index, one, dialect)}${literalOf(index, one, dialect, inner)},\n`;
  });
  const [open, close] = kindOf(index, value) === 'object' ? '{}' : '[]';
  return `${open}\n${lines.join('')}${indent}${close}`;
}

function inlineOf(index: JsonIndex, value: number, dialect: Dialect): string {
  const kind = kindOf(index, value);
  const source = sourceOf(index, value);
  if (kind === 'string') return dialect.string(source);
  if (kind === 'literal') return dialect.literals[source] ?? source;
  if (kind === 'number') return source;
  if (!hasValues(index, value)) return kind === 'object' ? '{}' : '[]';
  const inside = Array.from(valuesIn(index, value), (one) => {
    return `${labelOf(index, one, dialect)}${inlineOf(index, one, dialect)}`;
  }).join(', ');
  return kind === 'object' ? `{${dialect.padding}${inside}${dialect.padding}}` : `[${inside}]`;
}

function labelOf(index: JsonIndex, value: number, dialect: Dialect): string {
  const name = nameOf(index, value);
  return name === undefined ? '' : `${dialect.name(name)}: `;
}
