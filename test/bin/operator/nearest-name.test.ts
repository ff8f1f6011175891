import { expect, test } from '@jest/globals';
import { nearestName } from '../../../bin/operator/nearest-name.ts';

const names = ['accounts list', 'accounts show', 'keys list', 'margin', 'replay'];

test.each([
  ['acounts list', 'accounts list'],
  ['accounts shwo', 'accounts show'],
  ['key list', 'keys list'],
  ['margn', 'margin'],
  ['replays', 'replay'],
])('%s is %s', (typed, name) => expect(nearestName(typed, names)).toBe(name));

test.each(['', 'x', 'toString', 'accounts fly', 'list'])('%j is like none', (typed) =>
  expect(nearestName(typed, names)).toBeUndefined(),
);
