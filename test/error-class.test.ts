import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorClass, fixedErrorClass } from '../src/error-class.ts';

class LostError extends errorClass('LostError', 'lost') {}
class FullError extends fixedErrorClass('FullError', 'full', 'It is full. Empty it.') {}

test('an error has its name, code, message and cause', () => {
  const cause = new Error('why');
  expect({ ...new LostError('It is lost.') }).toEqual({ name: 'LostError', code: 'lost' });
  expect(new LostError('It is lost.', { cause })).toMatchObject({ message: 'It is lost.', cause });
  expect(new FullError({ cause })).toMatchObject({
    name: 'FullError',
    code: 'full',
    message: 'It is full. Empty it.',
    cause,
  });
  expect(String(new FullError())).toBe('FullError: It is full. Empty it.');
  expect(new FullError()).not.toBeInstanceOf(LostError);
});

test('each class passes its own name, because bundles shorten it', () => {
  const files = globSync(['src/**/*.ts', 'lambda/**/*.ts', 'lib/**/*.ts', 'bin/**/*.ts', 'lab/**/*.ts']);
  const classes = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/class (\w+) extends (?:fixedE|e)rrorClass\(\s*'(\w+)'/g),
  ]);
  expect(classes.length).toBeGreaterThan(70);
  expect(classes.filter(([, name, given]) => name !== given).map(([line]) => line)).toEqual([]);
});
