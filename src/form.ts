// The forms of what comes from outside, as type guards, for what the proxy reads on its way: a fraction of the weight of a
// schema library, which each cold start would load (docs/decisions/0011). Elsewhere valibot parses.

/** Whether a value has a form. */
export type Form<T> = (value: unknown) => value is T;

/** What has a form. */
export type Formed<F> = F extends Form<infer T> ? T : never;

/** An object's members by name. */
export type Members = Readonly<Record<string, unknown>>;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** A number that is neither infinite nor NaN. */
export const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** A text of at least one character. */
export const isFilled = (value: unknown): value is string => isText(value) && value !== '';

/** An `http` or `https` URL. */
export const isHttpUrl = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:\/\//.test(value);

/** An object that is no array. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOneOf =
  <T extends string>(options: readonly T[]): Form<T> =>
  (value): value is T =>
    options.some((option) => option === value);

/** Undefined is well, too. */
export const isOptional =
  <T>(form: Form<T>): Form<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || form(value);

export const isListOf =
  <T>(form: Form<T>): Form<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(form);

/** An object whose members all have a form, whatever their names. */
export const isRecordOf =
  <T>(form: Form<T>): Form<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(form);

/** An object whose members have forms of their own; it may have others. */
export const isObjectOf =
  <F extends Readonly<Record<string, Form<unknown>>>>(
    forms: F,
  ): Form<{ readonly [Name in keyof F]: Formed<F[Name]> }> =>
  (value): value is { readonly [Name in keyof F]: Formed<F[Name]> } =>
    isObject(value) && Object.entries(forms).every(([name, form]) => form(value[name]));
