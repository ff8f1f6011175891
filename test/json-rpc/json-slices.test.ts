import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { elements, members, memberValue, skipString, skipValue } from '../../src/json-rpc/json-slices.ts';
import { anyText, arrayText, jsonText, objectText } from './json-text.ts';

const runs = { numRuns: 400 };

describe('on any JSON text', () => {
  test('the elements of an array are raw texts in order, and agree with JSON.parse', () => {
    fc.assert(
      fc.property(arrayText, ({ text, parts }) => {
        expect(elements(text)).toEqual(parts);
        expect(elements(text).map((raw) => JSON.parse(raw))).toEqual(JSON.parse(text));
      }),
      runs,
    );
  });

  test('the members of an object have unescaped names and raw values, in order', () => {
    fc.assert(
      fc.property(objectText, ({ text, names, parts }) => {
        const found = [...members(text)];
        expect(found.map(({ name }) => name)).toEqual(names.map((name) => JSON.parse(name)));
        expect(found.map(({ start }) => text.slice(start, skipValue(text, start)))).toEqual(parts);
      }),
      runs,
    );
  });

  test('a member’s value agrees with JSON.parse, also if a name occurs twice', () => {
    fc.assert(
      fc.property(objectText, ({ text }) => {
        const parsed: unknown = JSON.parse(text);
        for (const [name, value] of Object.entries(parsed ?? {})) {
          expect(JSON.parse(memberValue(text, name) ?? '')).toEqual(value);
        }
        const absent = 'a name that no object here has';
        expect(memberValue(text, absent)).toBeUndefined();
      }),
      runs,
    );
  });

  test('a value ends at the end of its text; a cut-off array, object or string ends past it', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), ({ text }, at) => {
        const trimmed = text.trim();
        expect(skipValue(trimmed, 0)).toBe(trimmed.length);
        const cut = trimmed.slice(0, at % trimmed.length);
        if (/^["{[]/.test(cut)) expect(skipValue(cut, 0)).toBeGreaterThan(cut.length);
      }),
      runs,
    );
  });

  test('a value that is not an object has no members', () => {
    fc.assert(
      fc.property(arrayText, ({ text }) => {
        expect([...members(text)]).toEqual([]);
        expect(memberValue(text, 'id')).toBeUndefined();
      }),
    );
  });
});

test('every digit of a number is kept', () => {
  expect(elements('[12345678901234567890, -0.10000000000000000000001e+0400]')).toEqual([
    '12345678901234567890',
    '-0.10000000000000000000001e+0400',
  ]);
  expect(memberValue('{"id":12345678901234567890}', 'id')).toBe('12345678901234567890');
});

test('members of inner objects are not members of the object', () => {
  expect(memberValue('{"params":{"id":1},"a":[{"id":2}]}', 'id')).toBeUndefined();
});

test('members are found one by one, without scanning the rest', () => {
  const text = '{"result":1,"rest":';
  expect(members(text).next().value).toEqual({ name: 'result', start: 10 });
});

test('on any text, every function terminates and throws nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(elements(text).length).toBeLessThanOrEqual(text.length);
      expect([...members(text)].length).toBeLessThanOrEqual(text.length);
      memberValue(text, 'id');
      const indexes = Array.from({ length: text.length + 1 }, (_, at) => at);
      expect(indexes.filter((at) => skipValue(text, at) < at || skipString(text, at) <= at)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['arrays', '['.repeat(100_000)],
  ['objects', '{"a":'.repeat(100_000)],
  ['closed arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['closed objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
])('100,000 nested %s do no harm', (_, text) => {
  elements(text);
  memberValue(text, 'id');
  expect(skipValue(text, 0)).toBeGreaterThanOrEqual(text.length);
});
