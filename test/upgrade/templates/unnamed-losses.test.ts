import { expect, test } from '@jest/globals';
import type { TemplateJson } from './template-changes.ts';
import { unnamedLosses } from './unnamed-losses.ts';

const withTable = (name: string): TemplateJson => ({
  Resources: { [name]: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: ['pk'] } } },
  Outputs: {},
});
const [usage, moved] = [withTable('Usage'), withTable('Moved')];

test('the losses of every installation count, except those that operators are told of', () => {
  const [before, after] = [
    { dev: usage, prod: usage },
    { dev: usage, prod: moved, 'prod with every option': moved },
  ];
  expect(unnamedLosses(before, after, {})).toEqual([
    expect.stringMatching(/^prod: Usage \(AWS::DynamoDB::Table\) is removed.* It loses all its rows\./),
  ]);
  expect(unnamedLosses(before, after, { Usage: 'Copy the rows.' })).toEqual([]);
});

test('an installation without a template cannot be compared', () => {
  expect(unnamedLosses({ dev: usage, prod: usage }, { dev: usage }, {})).toEqual([expect.stringContaining('prod: ')]);
});
