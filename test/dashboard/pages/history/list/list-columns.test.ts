import { afterEach, describe, expect, test } from '@jest/globals';
import {
  columns,
  rowGrid,
  shownColumns,
  toggleColumn,
} from '../../../../../dashboard/pages/history/list/list-columns.ts';

const count = (list = '') => list.split(' ').filter((width) => width !== '0,' && width !== '1fr)').length;
const areas = (text = '') => text.replaceAll('"', '').split(' ');

describe('the columns of the list', () => {
  afterEach(() => shownColumns.choose(columns));

  test('are all shown at first; one that is hidden comes back to its place', () => {
    expect(shownColumns.current()).toEqual(columns);
    toggleColumn('outcome');
    expect(shownColumns.current()).toEqual(['received', 'place', 'code', 'duration', 'size']);
    toggleColumn('outcome');
    expect(shownColumns.current()).toEqual(columns);
  });

  test('keep the request when all others are hidden', () => {
    for (const column of columns) toggleColumn(column);
    expect(shownColumns.current()).toEqual([]);
    const grid = rowGrid(shownColumns.current());
    expect(grid).toMatchObject({ '--wide-areas': '"what"', '--code-areas': '"what" "code"' });
  });

  test('have a width each, whichever are shown', () => {
    for (let bits = 0; bits < 2 ** columns.length; bits += 1) {
      const grid = rowGrid(columns.filter((_, place) => bits & (1 << place)));
      const widths = ['--wide-columns', '--compact-columns', '--medium-columns'].map((name) =>
        count(grid[name as `--${string}`]?.replaceAll('minmax(0, 1fr)', '1fr')),
      );
      const [wide, medium] = [areas(grid['--wide-areas']), areas(grid['--medium-areas'])];
      expect(widths).toEqual([wide.length, wide.length, medium.length]);
      expect(wide.filter((area) => area !== 'code')).toEqual(medium);
    }
  });

  test('show the code below the others where there is no room, but not below the time', () => {
    expect(rowGrid(columns)['--code-areas']).toBe('"when what how much" ". code code code"');
  });
});
