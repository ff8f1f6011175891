import { expect, test } from '@jest/globals';
import { FigureMissingError, measuredFor } from '../../../bench/cost/measured.ts';
import { shapes } from '../../../bench/cost/shapes.ts';

test('what was not measured is asked for by the command that measures it', () => {
  const [shape] = shapes;
  expect(() => shape && measuredFor(shape, {})).toThrow(FigureMissingError);
  expect(() => shape && measuredFor(shape, {})).toThrow('npm run bench -- dynamodb-units');
});
