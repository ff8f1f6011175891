import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../bin/command-errors.ts';
import { readCommandLine } from '../../bin/command-line.ts';

const options = { stage: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const;
const read = (...args: string[]) => readCommandLine(options, 'USAGE', args);

test('options and arguments are read in any order', () => {
  expect(read('keys', '--stage', 'dev', 'list', '--json')).toMatchObject({
    values: { stage: 'dev', json: true },
    positionals: ['keys', 'list'],
  });
});

describe('is refused with the usage', () => {
  test.each<[string, string[], string]>([
    ['an empty option', ['--stage', ''], '--stage is empty. Give it a value, or leave it out.'],
    ['an empty option with an equals sign', ['--limit='], '--limit is empty. Give it a value, or leave it out.'],
    ['a blank option', ['--limit', ' \t'], '--limit is empty. Give it a value, or leave it out.'],
    ['a repeated option', ['--stage', 'dev', '--stage', 'prod'], '--stage is given twice.'],
    ['a repeated flag', ['--json', '--json'], '--json is given twice.'],
    ['an empty argument', ['keys', ''], 'An argument is empty.'],
  ])('%s', (_, args, message) => {
    expect(() => read(...args)).toThrow(new UsageError(message, 'USAGE'));
  });
});
