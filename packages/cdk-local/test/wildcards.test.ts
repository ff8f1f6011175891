import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { actionPattern, resourcePattern, wildcards } from '../wildcards.ts';

test('letters are all the same where it is said', () => {
  expect(wildcards('s3:Get*', 'i').test('S3:GETOBJECT')).toBe(true);
});

/** Matching as its definition says it, one character after the other. */
function fits(pattern: string, value: string): boolean {
  if (pattern === '') return value === '';
  if (pattern.startsWith('*')) {
    return Array.from({ length: value.length + 1 }).some((_, length) => fits(pattern.slice(1), value.slice(length)));
  }
  const [wanted, actual] = [pattern.charAt(0), value.charAt(0)];
  return value !== '' && (wanted === '?' || wanted === actual) && fits(pattern.slice(1), value.slice(1));
}

// Few letters, so that patterns often fit; and characters that mean something in a regular expression.
const character = fc.constantFrom('a', 'b', '.', '+', '(', '[', '\\', '$', '^', '-', '/', '{', '|', '\n');
const text = fc.string({ unit: character, maxLength: 8 });
const pattern = fc.string({ unit: fc.oneof(character, fc.constantFrom('*', '?')), maxLength: 8 });

describe('wildcards', () => {
  test('an action fits exactly as its definition says', () => {
    fc.assert(
      fc.property(pattern, text, (p, value) => actionPattern(p)(value) === fits(p, value)),
      { numRuns: 2_000 },
    );
  });

  test('a name in a resource fits exactly as its definition says', () => {
    const arn = (name: string) => `arn:aws:dynamodb:eu-central-1:1:${name}`;
    const same = fc.property(pattern, text, (p, value) => resourcePattern(arn(p))(arn(value)) === fits(p, value));
    fc.assert(same, { numRuns: 2_000 });
  });

  test('a text without wildcards fits itself alone', () => {
    fc.assert(fc.property(text, text, (a, b) => actionPattern(a)(b) === (a === b)));
  });

  test('upper and lower case are the same in an action, and differ in a resource', () => {
    expect(actionPattern('DYNAMODB:put*')('dynamodb:PutItem')).toBe(true);
    expect(resourcePattern('arn:aws:s3:::Bucket/*')('arn:aws:s3:::bucket/key')).toBe(false);
  });
});

describe('resourcePattern', () => {
  const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/Usage';

  test.each([
    ['*', true],
    [table, true],
    ['arn:aws:dynamodb:*:*:table/*', true],
    ['arn:aws:dynamodb:eu-central-?:*:table/Us?ge', true],
    ['arn:aws:dynamodb:*:*:table/Usage/index/*', false],
    ['arn:aws:dynamodb:us-east-1:*:table/Usage', false],
    ['arn:*:table/Usage', false],
    ['arn:aws:dynamodb', true],
    ['arn:aws:dynamodb:*', true],
    ['arn:aws:s3', false],
  ])('%s fits a table: %s', (given, expected) => {
    expect(resourcePattern(given)(table)).toBe(expected);
  });

  test('the last field takes colons', () => {
    expect(resourcePattern('arn:aws:logs:r:1:log-group:Logs:*')('arn:aws:logs:r:1:log-group:Logs:log-stream:x')).toBe(
      true,
    );
    expect(resourcePattern('arn:aws:logs:r:1:*')('arn:aws:logs:r:1:log-group:Logs')).toBe(true);
  });

  test('only * fits a request that is about no one resource', () => {
    expect(resourcePattern('*')('*')).toBe(true);
    expect(resourcePattern('arn:aws:dynamodb:*:*:*')('*')).toBe(false);
  });
});
