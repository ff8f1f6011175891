import { expect, test } from '@jest/globals';
import { fillIn } from '../../s3/markers.ts';

const marker = '<<marker:0xbaba:0>>';

test.each([
  ['as it is', {}, 'a "b" $& ü', 'x a "b" $& ü y a "b" $& ü'],
  ['escaped for JSON', { jsonEscape: true }, 'a "b"\n', 'x a \\"b\\"\\n y a \\"b\\"\\n'],
])('a value takes the place of its marker, each time, %s', (_, options, value, filled) => {
  expect(fillIn(Buffer.from(`x ${marker} y ${marker}`), { [marker]: value }, options).toString()).toBe(filled);
});

test('what is no text stays what it is', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(fillIn(bytes)).toEqual(bytes);
  expect(fillIn(Buffer.concat([bytes, Buffer.from(marker)]), { [marker]: '' })).toEqual(bytes);
});
