import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FakeStripeError } from '../../errors.ts';
import { decodeParameters, type EncodedParameters, type EncodedValue } from '../../requests/encoded-parameters.ts';

const plain = (value: EncodedValue): unknown =>
  typeof value === 'string' ? value : Object.fromEntries(Array.from(value, ([key, inner]) => [key, plain(inner)]));

/** Writes a form as the SDK does. */
const written = (form: EncodedParameters, prefix = ''): string[] =>
  Array.from(form, ([key, value]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    return value instanceof Map ? written(value, name) : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  }).flat();

describe('forms', () => {
  test('nest names in brackets, encoded or not', () => {
    expect(plain(decodeParameters('a=1&b[c][d]=2&b%5Bc%5D%5Be%5D=3+4&f='))).toEqual({
      a: '1',
      b: { c: { d: '2', e: '3 4' } },
      f: '',
    });
    expect(plain(decodeParameters(''))).toEqual({});
  });

  test('number elements without an index', () => {
    expect(plain(decodeParameters('a[]=x&a[]=y'))).toEqual({ a: { 0: 'x', 1: 'y' } });
    expect(plain(decodeParameters('a[][n]=1&a[][m]=2&a[][n]=3'))).toEqual({
      a: { 0: { n: '1', m: '2' }, 1: { n: '3' } },
    });
  });

  test.each(['a=1&a[b]=2', 'a[b]=2&a=1', 'a[b=1', '[a]=1', 'a]=1', '=1', 'a[b]c=1'])('%s cannot be read', (text) => {
    expect(() => decodeParameters(text)).toThrow(FakeStripeError);
  });

  test('are read as they were written', () => {
    const key = fc.stringMatching(/^[a-z_0-9é]{1,6}$/).filter((name) => name !== '');
    const { form } = fc.letrec<{ form: EncodedParameters; value: EncodedValue }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.string(), tie('form')),
      form: fc
        .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
        .map((entries) => new Map(entries)),
    }));
    fc.assert(fc.property(form, (any) => expect(plain(decodeParameters(written(any).join('&')))).toEqual(plain(any))));
  });
});
