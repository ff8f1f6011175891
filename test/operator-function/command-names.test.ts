import { expect, test } from '@jest/globals';
import { functionCommands } from '../../bin/operator/function/function-commands.ts';
import { commandNames } from '../../packages/construct/operator/command-names.ts';

test('sluice-cdk operator --help lists every command of the function', () => {
  expect([...commandNames].toSorted()).toEqual(Object.keys(functionCommands).toSorted());
});
