import { expect, test } from '@jest/globals';
import { compareShapes, noteRow, type Shapes } from './row-shapes.ts';
import { versions } from './versions.ts';

const kind = 'Directory CHARGE';

/** What a comparison shows of the rows of the last release and those of the present code. */
function compared(last: readonly object[], present: readonly object[], noLongerStored: readonly string[] = []) {
  const shapes: Shapes = new Map();
  const rows = { last, present };
  for (const version of versions) for (const row of rows[version]) noteRow(shapes, kind, version, row);
  return compareShapes(shapes, noLongerStored);
}

test('a renamed attribute of a rare kind, of which each version wrote one row', () => {
  const { missing, added } = compared([{ pk: 'a', paidAt: 1 }], [{ pk: 'b', settledAt: 1 }]);
  expect(missing).toEqual([
    expect.stringContaining('stores "paidAt", the present code never does. It stores "settledAt" instead.'),
  ]);
  expect(added).toEqual([`${kind}: "settledAt"`]);
});

test('an attribute that the last release does not miss, and another that it does', () => {
  const { missing } = compared([{ pk: 'a', marker: 1, paidAt: 1 }], [{ pk: 'b' }], [`${kind}: "marker"`]);
  expect(missing).toEqual([expect.stringContaining('stores "paidAt"')]);
});

test('an attribute that few rows of the last release have may be missing by chance', () => {
  const few = [{ pk: 'a', note: 'x' }, { pk: 'b' }];
  expect(compared(few, [{ pk: 'c' }]).missing).toEqual([]);
});

test('a list that is empty in all rows of a version says nothing about its elements', () => {
  const [withKeys, withoutKeys] = [{ activeKeys: { ids: ['key_1'] } }, { activeKeys: { ids: [] } }];
  expect(compared([withKeys], [withoutKeys])).toEqual({ missing: [], added: [], compared: [kind] });
  expect(compared([withoutKeys], [withKeys])).toEqual({ missing: [], added: [], compared: [kind] });
  expect(compared([{ calls: [{ outcome: 'ok' }] }], [{ calls: [] }]).missing).toEqual([]);
});

test('a renamed attribute of the elements of a list: found in the rows whose list is not empty', () => {
  const { missing, added } = compared(
    [{ calls: [{ outcome: 'ok' }] }, { calls: [] }],
    [{ calls: [] }, { calls: [{ result: 'ok' }] }],
  );
  expect(missing).toEqual([
    expect.stringContaining(
      'stores "calls[].outcome", the present code never does. It stores "calls[].result" instead.',
    ),
  ]);
  expect(added).toEqual([`${kind}: "calls[].result"`]);
});

test('a map that is null in all rows of a version says nothing about its attributes, and a missing one is reported', () => {
  expect(compared([{ billing: { paidAt: 1 } }], [{ billing: null }]).missing).toEqual([]);
  const { missing } = compared([{ billing: { paidAt: 1 } }], [{ pk: 'b' }]);
  expect(missing).toEqual([expect.stringContaining('stores "billing", the present code never does.')]);
});

test('a frequent attribute that no row of the present code has, of many rows', () => {
  const rows = (count: number, row: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => row(index));
  const last = rows(20, (index) => (index % 2 === 0 ? { pk: index, note: 'x' } : { pk: index }));
  expect(
    compared(
      last,
      rows(19, (pk) => ({ pk })),
    ).missing,
  ).toEqual([]);
  expect(
    compared(
      last,
      rows(20, (pk) => ({ pk })),
    ).missing,
  ).toEqual([expect.stringContaining('stores "note"')]);
});

test.each([
  ['a text instead of a number', 12, '12', 'number', 'string'],
  ['seconds instead of milliseconds', 1_790_000_000_000, 1_790_000_000, 'time in milliseconds', 'time in seconds'],
  ['a map instead of a list', ['a'], { a: true }, 'list', 'map'],
])('%s is reported, also inside of a map', (_, last, present, were, are) => {
  const { missing } = compared([{ inner: { value: last } }], [{ inner: { value: present } }]);
  expect(missing.join('\n')).toContain(`"inner.value" as ${were}, the present code as ${are}.`);
});

test('values of a common type, or null, are no difference', () => {
  expect(
    compared(
      [{ a: 1, b: null }],
      [
        { a: 2 ** 31, b: 'x' },
        { a: 3, b: 'y' },
      ],
    ).missing,
  ).toEqual([]);
});

test('a kind that only one version wrote is not compared', () => {
  expect(compared([{ pk: 'a' }], []).compared).toEqual([]);
  expect(compared([{ pk: 'a' }], [{ pk: 'b' }]).compared).toEqual([kind]);
});
