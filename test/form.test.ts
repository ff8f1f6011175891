import { expect, test } from '@jest/globals';
import {
  isFilled,
  isFlag,
  isHttpUrl,
  isListOf,
  isObject,
  isObjectOf,
  isOneOf,
  isOptional,
  isRecordOf,
  isText,
} from '../src/form.ts';

const values = [undefined, null, true, 0, '', 'a', 'http://a.invalid', [], ['a'], {}, { a: 'a' }, { a: 1 }, () => 'a'];
const texts = ['', 'a', 'http://a.invalid'];
const objects = [{}, { a: 'a' }, { a: 1 }];

test.each([
  { name: 'a text', form: isText, good: texts },
  { name: 'a text of some length', form: isFilled, good: ['a', 'http://a.invalid'] },
  { name: 'a URL', form: isHttpUrl, good: ['http://a.invalid'] },
  { name: 'a flag', form: isFlag, good: [true] },
  { name: 'one of two', form: isOneOf(['a', 'b']), good: ['a'] },
  { name: 'a text or nothing', form: isOptional(isText), good: [undefined, ...texts] },
  { name: 'a list of texts', form: isListOf(isText), good: [[], ['a']] },
  { name: 'an object', form: isObject, good: objects },
  { name: 'a record of texts', form: isRecordOf(isText), good: [{}, { a: 'a' }] },
  { name: 'an object with a text', form: isObjectOf({ a: isText }), good: [{ a: 'a' }] },
  { name: 'an object that may have a text', form: isObjectOf({ a: isOptional(isText) }), good: [{}, { a: 'a' }] },
])('$name is that and nothing else', ({ form, good }) => {
  expect(values.filter((value) => form(value))).toEqual(good);
});

test('an object may have members that nobody asks for, a record none of another form', () => {
  expect(isObjectOf({ a: isText })({ a: 'a', b: 1 })).toBe(true);
  expect(isRecordOf(isText)({ a: 'a', b: 1 })).toBe(false);
});

test.each(['ftp://a.invalid', 'a.invalid', 'https://', 'javascript:alert(1)', ' http://'])(
  '%j is no URL of a host',
  (text) => {
    expect(isHttpUrl(text)).toBe(false);
  },
);
