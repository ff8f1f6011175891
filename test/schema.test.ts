import { expect, test } from '@jest/globals';
import {
  isArrayOf,
  isBoolean,
  isHttpUrl,
  isNonEmptyString,
  isObject,
  isObjectOf,
  isOneOf,
  isOptional,
  isRecordOf,
  isString,
} from '../src/schema.ts';

const values = [undefined, null, true, 0, '', 'a', 'http://a.invalid', [], ['a'], {}, { a: 'a' }, { a: 1 }, () => 'a'];
const texts = ['', 'a', 'http://a.invalid'];
const objects = [{}, { a: 'a' }, { a: 1 }];

test.each([
  { name: 'a text', form: isString, good: texts },
  { name: 'a text of some length', form: isNonEmptyString, good: ['a', 'http://a.invalid'] },
  { name: 'a URL', form: isHttpUrl, good: ['http://a.invalid'] },
  { name: 'a flag', form: isBoolean, good: [true] },
  { name: 'one of two', form: isOneOf(['a', 'b']), good: ['a'] },
  { name: 'a text or nothing', form: isOptional(isString), good: [undefined, ...texts] },
  { name: 'a list of texts', form: isArrayOf(isString), good: [[], ['a']] },
  { name: 'an object', form: isObject, good: objects },
  { name: 'a record of texts', form: isRecordOf(isString), good: [{}, { a: 'a' }] },
  { name: 'an object with a text', form: isObjectOf({ a: isString }), good: [{ a: 'a' }] },
  { name: 'an object that may have a text', form: isObjectOf({ a: isOptional(isString) }), good: [{}, { a: 'a' }] },
])('$name is that and nothing else', ({ form, good }) => {
  expect(values.filter((value) => form(value))).toEqual(good);
});

test('an object may have further members; a record may have no member of another type', () => {
  expect(isObjectOf({ a: isString })({ a: 'a', b: 1 })).toBe(true);
  expect(isRecordOf(isString)({ a: 'a', b: 1 })).toBe(false);
});

test.each(['ftp://a.invalid', 'a.invalid', 'https://', 'javascript:alert(1)', ' http://'])(
  '%j is no URL of a host',
  (text) => {
    expect(isHttpUrl(text)).toBe(false);
  },
);
