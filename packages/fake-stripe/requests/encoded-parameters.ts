import { refused } from '../errors.ts';

/** A value of a form: text, or named values (`a[b]=1`). Lists have their indexes as names (`a[0]=1`). */
export type EncodedValue = string | EncodedParameters;
export type EncodedParameters = Map<string, EncodedValue>;

/**
 * Reads a form or query string with nested names, as the API takes them: `items[0][price]=x`, `expand[]=y`. Of a name
 * that occurs twice, the last value counts.
 * @throws {FakeStripeError} if a name is malformed or used both for a text and for nested values
 */
export function decodeParameters(text: string): EncodedParameters {
  const form: EncodedParameters = new Map();
  for (const [name, value] of new URLSearchParams(text)) insert(form, stepsOf(name), value, name);
  return form;
}

const nested = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

function stepsOf(name: string): string[] {
  const [, first, rest = ''] = nested.exec(name) ?? [];
  if (first === undefined) throw refused(`The parameter name ${name} is malformed.`);
  return [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, step = '']) => step)];
}

function insert(form: EncodedParameters, [step = '', ...more]: string[], value: string, name: string): void {
  const key = step === '' ? nextIndex(form, more) : step;
  const before = form.get(key);
  if (more.length === 0) {
    if (before instanceof Map) throw conflict(name);
    form.set(key, value);
    return;
  }
  if (typeof before === 'string') throw conflict(name);
  const inner: EncodedParameters = before ?? new Map();
  form.set(key, inner);
  insert(inner, more, value, name);
}

// `a[]=1&a[]=2` are two elements, and so are `a[][x]=1&a[][x]=2`, but `a[][x]=1&a[][y]=2` is one, as in Rack.
function nextIndex(form: EncodedParameters, more: readonly string[]): string {
  const last = form.get(String(form.size - 1));
  const continues = last instanceof Map && more[0] !== undefined && !last.has(more[0]);
  return String(continues ? form.size - 1 : form.size);
}

const conflict = (name: string) => refused(`The parameter ${name} is given both as a value and as an object.`);
