import { expect, test } from '@jest/globals';
import { fieldProblem } from '../../../dashboard/components/field-problem.ts';

const none = undefined;
const empty = 'Fill in this field.';
const noAddress = 'Enter an email address, such as ada@example.com.';
const tooShort = (text: string) => (text.length < 3 ? 'Too short.' : undefined);

test.each([
  [{ value: '' }, none],
  [{ value: ' ', isRequired: true }, empty],
  [{ value: ' ', isRequired: true, type: 'password' }, none],
  [{ value: 'ada', type: 'email' }, noAddress],
  [{ value: 'ada@', type: 'email' }, noAddress],
  [{ value: 'ada @example.com', type: 'email' }, noAddress],
  [{ value: ' ada@example.com ', type: 'email' }, none],
  [{ value: 'ada@exämple.test', type: 'email' }, none],
  [{ value: '', validate: tooShort }, none],
  [{ value: 'ab', validate: tooShort }, 'Too short.'],
  [{ value: 'abc', validate: tooShort }, none],
])('%j: %s', (field, problem) => {
  expect(fieldProblem(field)).toBe(problem);
});
