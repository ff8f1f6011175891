import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { instructionErrors, transactionErrorNames } from '../transaction-errors.ts';

// LiteSVM's numbers exist in its declarations alone, not at run time.
const declarations = readFileSync(
  createRequire(import.meta.url)
    .resolve('litesvm/dist/internal')
    .replace(/js$/, 'd.ts'),
  'utf8',
);

function declared(enumeration: string): readonly string[] {
  const body = declarations.split(`const enum ${enumeration} {`)[1]?.split('}')[0] ?? '';
  const names: string[] = [];
  for (const [, name = '', value] of body.matchAll(/(\w+) = (\d+)/g)) names[Number(value)] = name;
  return names;
}

describe('the names of errors', () => {
  test('stand in the order in which the installed LiteSVM numbers them', () => {
    expect(transactionErrorNames).toEqual(declared('TransactionErrorFieldless'));
    expect(instructionErrors.map(([name]) => name)).toEqual(declared('InstructionErrorFieldless'));
  });
});
