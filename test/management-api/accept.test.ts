import { describe, expect, test } from '@jest/globals';
import { chooseMediaType } from '../../src/management-api/accept.ts';
import { RefusedError } from '../../src/management-api/problems.ts';

const choose = (accept?: string) => chooseMediaType(accept, ['application/json', 'text/csv']);

describe('the media type of a response', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json, text/csv', 'application/json'],
    ['text/csv', 'text/csv'],
    ['Text/CSV; charset=utf-8', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv, */*;q=0.1', 'text/csv'],
    ['application/json;q=0.5, text/csv;q=0.9', 'text/csv'],
    ['text/csv;q=0, */*', 'application/json'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
  ] as const)('for %j is %s', (accept, type) => {
    expect(choose(accept)).toBe(type);
  });

  test.each(['text/html', 'application/xml', 'application/json;q=0', '', 'nonsense'])('for %j is refused', (accept) => {
    expect(() => choose(accept)).toThrow(RefusedError);
    expect(() => choose(accept)).toThrow('This response is available as application/json or text/csv: change Accept.');
  });
});
