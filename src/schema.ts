// Type guards for values from outside on the request path, at a fraction of the weight of a schema library, which every
// cold start would load (docs/decisions/0011). Other code uses valibot.

export type Schema<T> = (value: unknown) => value is T;

export type SchemaValue<S> = S extends Schema<infer T> ? T : never;

export type Members = Readonly<Record<string, unknown>>;

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Rejects NaN and infinity. */
export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const isNonEmptyString = (value: unknown): value is string => isString(value) && value !== '';

export const isHttpUrl = (value: unknown): value is string =>
  isString(value) && URL.canParse(value) && /^https?:\/\//.test(value);

/** Rejects arrays. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOneOf =
  <const T extends string>(options: readonly T[]): Schema<T> =>
  (value): value is T =>
    options.some((option) => option === value);

export const isOptional =
  <T>(schema: Schema<T>): Schema<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || schema(value);

export const isArrayOf =
  <T>(schema: Schema<T>): Schema<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(schema);

export const isRecordOf =
  <T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(schema);

/** Accepts further members. */
export const isObjectOf =
  <S extends Readonly<Record<string, Schema<unknown>>>>(
    schemas: S,
  ): Schema<{ readonly [Name in keyof S]: SchemaValue<S[Name]> }> =>
  (value): value is { readonly [Name in keyof S]: SchemaValue<S[Name]> } =>
    isObject(value) && Object.entries(schemas).every(([name, schema]) => schema(value[name]));

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Control and format characters (changes of direction), line separators, lone surrogates, and letters without a shape, such
 * as Hangul fillers and the blank Braille pattern. Not the joiners U+200C and U+200D: Persian words and emoji need them.
 */
const hidden =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu;

/** A joiner that joins nothing is invisible: at an end, next to a space, or next to another one. */
const looseJoiner = /(^|[\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](\s|$)/u;

export const hasHiddenCharacters = (text: string): boolean => text.search(hidden) >= 0 || looseJoiner.test(text);

/** Escapes hidden characters, like `\u{1b}`, so that the text is safe to print on one line of a terminal. */
export const showHiddenCharacters = (text: string): string =>
  text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
