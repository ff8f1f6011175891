import { FakeParameterError } from '../errors.ts';
import type { EncodedParameters, EncodedValue } from '../requests/encoded-parameters.ts';
import type { Fields, ParameterType } from './parameter-type.ts';

/** The value of a parameter. `''` unsets the value. */
type ParameterValue = string | number | boolean | readonly ParameterValue[] | Parameters;
export type Parameters = { readonly [name: string]: ParameterValue };

/**
 * Checks a form against the parameters of an operation and gives its values their types. The codes of the errors are
 * Stripe's (docs.stripe.com/error-codes); wrong enum values and shapes have none there.
 * @throws {FakeParameterError} for the first parameter that is unknown, missing or wrong
 */
export function checkParameters(fields: Fields, form: EncodedParameters): Parameters {
  return readFields(fields, form, '');
}

function readFields({ fields, required }: Fields, form: EncodedParameters, name: string): Parameters {
  const read = Array.from(form, ([key, value]): [string, ParameterValue] => {
    const type = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const path = inside(name, key);
    if (type === undefined) throw new FakeParameterError(path, `There is no parameter ${path}.`, 'parameter_unknown');
    return [key, readValue(type, value, path)];
  });
  for (const key of required) {
    const path = inside(name, key);
    if (!form.has(key)) throw new FakeParameterError(path, `The parameter ${path} is required.`, 'parameter_missing');
  }
  return Object.fromEntries(read);
}

const inside = (name: string, key: string): string => (name === '' ? key : `${name}[${key}]`);

function readValue(type: ParameterType, value: EncodedValue, name: string): ParameterValue {
  if (typeof type === 'object' && 'oneOf' in type) return readOneOf(type.oneOf, value, name);
  return typeof value === 'string' ? readText(type, value, name) : readObject(type, value, name);
}

function readOneOf(types: readonly ParameterType[], value: EncodedValue, name: string): ParameterValue {
  if (value === '' && types.includes('')) return '';
  const candidates = types.filter((type) => type !== '' && isObject(type) === (typeof value !== 'string'));
  const [first, ...others] = candidates.length > 0 ? candidates : types.filter((type) => type !== '');
  if (first === undefined) throw invalid(name, 'an empty string');
  try {
    return readValue(first, value, name);
  } catch (error) {
    if (others.length === 0) throw error;
    return readOneOf(others, value, name);
  }
}

const isObject = (type: ParameterType): boolean =>
  typeof type === 'object' && ('fields' in type || 'map' in type || 'list' in type);

function readObject(type: ParameterType, value: EncodedParameters, name: string): ParameterValue {
  if (typeof type === 'object') {
    if ('fields' in type) return readFields(type, value, name);
    if ('list' in type) return readList(type.list, value, name);
    if ('map' in type) return readMap(type.map, value, name);
  }
  throw invalid(name, describe(type));
}

function readList(type: ParameterType, value: EncodedParameters, name: string): ParameterValue {
  const keys = [...value.keys()];
  if (!keys.every((key) => /^\d{1,6}$/.test(key))) throw invalid(name, 'an array');
  return keys
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => readValue(type, value.get(key) ?? '', inside(name, key)));
}

const readMap = (type: ParameterType, value: EncodedParameters, name: string): ParameterValue =>
  Object.fromEntries(Array.from(value, ([key, inner]) => [key, readValue(type, inner, inside(name, key))]));

function readText(type: ParameterType, text: string, name: string): ParameterValue {
  if (text === '' && type !== '') {
    throw new FakeParameterError(
      name,
      `The parameter ${name} cannot be unset. Leave it out.`,
      'parameter_invalid_empty',
    );
  }
  if (type === 'integer') return readInteger(text, name);
  if (type === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'string' || (type === 'decimal' && /^-?\d+(\.\d+)?$/.test(text))) return text;
  if (typeof type === 'object' && 'enum' in type && type.enum.includes(text)) return text;
  throw invalid(name, describe(type));
}

function readInteger(text: string, name: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new FakeParameterError(name, `The parameter ${name} must be an integer.`, 'parameter_invalid_integer');
}

const invalid = (name: string, expected: string): FakeParameterError =>
  new FakeParameterError(name, `The parameter ${name} must be ${expected}.`);

function describe(type: ParameterType): string {
  if (typeof type === 'string') return type === '' ? 'an empty string' : `a ${type}`;
  if ('enum' in type) return `one of ${type.enum.join(', ')}`;
  return 'list' in type ? 'an array' : 'an object';
}
