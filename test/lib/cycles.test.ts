import { expect, test } from '@jest/globals';
import { cycleIn } from './references.ts';
import { billing, templateOf } from './synthesis.ts';

test.each([
  ['dev', {}],
  ['prod with billing', { billing }],
])('no resource of %s depends on itself', (name, settings) => {
  expect(cycleIn(templateOf(name.split(' ')[0] ?? '', { settings }).toJSON().Resources)).toBeUndefined();
});

test('a resource that depends on itself by another one is found', () => {
  const resources = { A: { Properties: { Of: { Ref: 'B' } } }, B: { DependsOn: 'A' }, C: {} };
  expect(cycleIn(resources)).toBe('A');
});
