import { describe, expect, test } from '@jest/globals';
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

describe('an entry under "intended"', () => {
  const [before, after] = [
    { dev: usage, prod: usage },
    { dev: usage, prod: moved },
  ];

  test('that no check reports is an error: a typing error, or an entry that is no longer needed', () => {
    const unused = '"Usgae" is under "intended" in test/upgrade/next.json, but no check reports it. Correct the name';
    expect(unnamedLosses(before, after, { Usage: 'Copy the rows.', Usgae: 'Copy the rows.' })).toEqual([
      expect.stringContaining(unused),
    ]);
    expect(unnamedLosses(before, before, { Usage: 'Copy the rows.' })).toEqual([
      expect.stringContaining('"Usage" is under'),
    ]);
  });

  test('may name an output, or a function that is gone, which the canary reports', () => {
    const template = (names: readonly string[]): TemplateJson => ({
      Resources: Object.fromEntries(names.map((name) => [name, { Type: 'AWS::Lambda::Function' }])),
      Outputs: Object.fromEntries(names.map((name) => [`${name}Arn`, { Value: { Ref: name } }])),
    });
    const [older, newer] = [{ prod: template(['Proxy', 'Old']) }, { prod: template(['Proxy']) }];
    expect(unnamedLosses(older, newer, { Old: 'Nothing.', OldArn: 'Nothing.' })).toEqual([]);
    expect(unnamedLosses(older, newer, { OldArn: 'Nothing.', Proxy: '' })).toEqual([
      expect.stringContaining('"Proxy"'),
    ]);
  });
});
