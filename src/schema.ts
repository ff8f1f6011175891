// The forms of what comes from outside, as type guards, for what the proxy reads on its way: a fraction of the weight of a
// schema library, which each cold start would load (docs/decisions/0011). Elsewhere valibot parses.

/** Whether a value has a form. */
export type Schema<T> = (value: unknown) => value is T;

/** What has a form. */
export type SchemaValue<F> = F extends Schema<infer T> ? T : never;

/** An object's members by name. */
export type Members = Readonly<Record<string, unknown>>;

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** A number that is neither infinite nor NaN. */
export const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** A text of at least one character. */
export const isNonEmptyString = (value: unknown): value is string => isString(value) && value !== '';

/** An `http` or `https` URL. */
export const isHttpUrl = (value: unknown): value is string =>
  isString(value) && URL.canParse(value) && /^https?:\/\//.test(value);

/** An object that is no array. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOneOf =
  <T extends string>(options: readonly T[]): Schema<T> =>
  (value): value is T =>
    options.some((option) => option === value);

/** Undefined is well, too. */
export const isOptional =
  <T>(form: Schema<T>): Schema<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || form(value);

export const isArrayOf =
  <T>(form: Schema<T>): Schema<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(form);

/** An object whose members all have a form, whatever their names. */
export const isRecordOf =
  <T>(form: Schema<T>): Schema<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(form);

/** An object whose members have forms of their own; it may have others. */
export const isObjectOf =
  <F extends Readonly<Record<string, Schema<unknown>>>>(
    forms: F,
  ): Schema<{ readonly [Name in keyof F]: SchemaValue<F[Name]> }> =>
  (value): value is { readonly [Name in keyof F]: SchemaValue<F[Name]> } =>
    isObject(value) && Object.entries(forms).every(([name, form]) => form(value[name]));

/** The value that a text is as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Characters that show nothing, or change how others are shown: control and format characters (a joiner, a change of
 * direction), separators of lines and paragraphs, and halves of surrogate pairs.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whether a text holds a character that a name must not hold. */
export const hasHiddenCharacters = (text: string): boolean => text.search(hidden) >= 0;

/** The text with each hidden character as its code, like `\u{1b}`: safe to print on a terminal, and in one line. */
export const showHiddenCharacters = (text: string): string =>
  text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
