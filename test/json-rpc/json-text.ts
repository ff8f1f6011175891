import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';

/**
 * The text of a JSON value; `parts` are the raw texts of its elements or members' values, `names` those of its names.
 */
export type JsonText = { readonly text: string; readonly parts: readonly string[]; readonly names: readonly string[] };

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 });

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 4, maxLength: 4 });

const character = fc.oneof(
  {
    weight: 4,
    arbitrary: anyCharacter.filter((c) => !/["\\\p{Cc}]/u.test(c)),
  },
  { weight: 3, arbitrary: fc.constantFrom(...'[]{},:/ ', '\u007f', '\u2028') },
  { weight: 1, arbitrary: fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t') },
  { weight: 1, arbitrary: hex.map((digits) => `\\u${digits}`) },
);

/** The text of a JSON string, with escapes, structure characters and any Unicode. */
export const stringText = fc.array(character, { maxLength: 8 }).map((characters) => `"${characters.join('')}"`);

/** The text of a JSON number, with far more digits than JSON.parse keeps. */
export const numberText = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);

const nameText = fc.oneof(stringText, fc.constantFrom('"id"', '"i\\u0064"', '"__proto__"', '""'));

const scalar = fc
  .oneof(stringText, numberText, fc.constantFrom('true', 'false', 'null'))
  .map((text): JsonText => ({ text, parts: [], names: [] }));

const spaced = (value: fc.Arbitrary<JsonText>) =>
  fc.tuple(space, value, space).map(([before, { text }, after]) => ({ text: `${before}${text}${after}`, raw: text }));

const { array, object, value } = fc.letrec<{ array: JsonText; object: JsonText; value: JsonText }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('array'), tie('object')),
  array: fc.tuple(space, fc.array(spaced(tie('value')), { maxLength: 5 })).map(([empty, items]) => ({
    text: `[${items.length === 0 ? empty : items.map(({ text }) => text).join(',')}]`,
    parts: items.map(({ raw }) => raw),
    names: [],
  })),
  object: fc
    .tuple(space, fc.array(fc.tuple(space, nameText, space, spaced(tie('value'))), { maxLength: 5 }))
    .map(([empty, members]) => ({
      text: `{${members.length === 0 ? empty : members.map(([before, name, after, { text }]) => `${before}${name}${after}:${text}`).join(',')}}`,
      parts: members.map(([, , , { raw }]) => raw),
      names: members.map(([, name]) => name),
    })),
}));

const padded = (inner: fc.Arbitrary<JsonText>) =>
  fc.tuple(space, inner, space).map(([before, json, after]) => ({ ...json, text: `${before}${json.text}${after}` }));

/** The text of any JSON value, with white space wherever it is allowed. */
export const jsonText = padded(value);
export const arrayText = padded(array);
export const objectText = padded(object);

/** Any text, mostly almost valid JSON: cut off, or with characters inserted or removed. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'[]{}",:\\ 1nid'), maxLength: 40 }),
  fc.tuple(jsonText, fc.nat(), fc.nat(3), fc.constantFrom('', ...'[]{}",:\\0')).map(([{ text }, at, gone, put]) => {
    const cut = at % (text.length + 1);
    return `${text.slice(0, cut)}${put}${gone === 3 ? '' : text.slice(cut + gone)}`;
  }),
);
