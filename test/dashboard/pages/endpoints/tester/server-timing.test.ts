import { expect, test } from '@jest/globals';
import { timingParts } from '../../../../../dashboard/pages/endpoints/tester/server-timing.ts';

test('a response’s time has three parts, which make up the whole', () => {
  expect(timingParts('gateway;dur=4, node;dur=38', 100)).toEqual([
    { name: 'network', ms: 58 },
    { name: 'gateway', ms: 4 },
    { name: 'node', ms: 38 },
  ]);
});

test('without a node, only two', () => {
  expect(timingParts('gateway;dur=4', 10.5)).toEqual([
    { name: 'network', ms: 6.5 },
    { name: 'gateway', ms: 4 },
  ]);
});

test('the clocks of browser and gateway may differ: no part is negative', () => {
  expect(timingParts('gateway;dur=4, node;dur=0', 3)[0]).toEqual({ name: 'network', ms: 0 });
});

test('other metrics and more white space do not matter', () => {
  const header = ' cdn;desc="x", gateway ; dur=1.5 ,node;dur=2';
  expect(timingParts(header, 5).map(({ ms }) => ms)).toEqual([1.5, 1.5, 2]);
});

test.each([null, '', 'node;dur=3', 'gateway', 'gateway;dur=x', 'gateway;dur=-1'])('%j: no parts', (header) => {
  expect(timingParts(header, 10)).toEqual([]);
});
