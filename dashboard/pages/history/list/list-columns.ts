import { rememberedChoices } from '../../../format/remembered-choice.ts';

/** The columns that can be hidden. The request's method always shows: without it, a row would have no name. */
export const columnNames = {
  received: 'Received',
  place: 'Network and key',
  outcome: 'Outcome',
  code: 'Error code',
  duration: 'Duration',
  size: 'Size',
} as const;

export type Column = keyof typeof columnNames;

/** In the order in which they are offered. */
export const columns: readonly Column[] = ['received', 'place', 'outcome', 'code', 'duration', 'size'];

/** The columns of the list, all of them until the user chooses. Files have every column. */
export const shownColumns = rememberedChoices('history-columns', columns);

/** Shows or hides a column. */
export const toggleColumn = (column: Column): void =>
  shownColumns.choose(columns.filter((one) => shownColumns.current().includes(one) !== (one === column)));

/** A cell of a row: its grid area, and its width in columns beside the code, above it, and in rows of one line. */
type Cell = { readonly area: string; readonly wide: string; readonly medium: string; readonly compact: string };

/** The grid of a row with these columns, as custom properties for request-row.module.css. */
export function rowGrid(shown: readonly Column[]): Readonly<Record<`--${string}`, string>> {
  const cells: Cell[] = [];
  const add = (isShown: boolean, area: string, wide: string, medium = wide, compact = wide) =>
    isShown && cells.push({ area, wide, medium, compact });
  const has = (column: Column) => shown.includes(column);
  add(has('received'), 'when', '12.25rem', '12.25rem', '13rem');
  add(true, 'what', 'minmax(0, 1fr)');
  add(has('outcome'), 'how', '9.5rem', '8rem', '10.25rem');
  add(has('code'), 'code', '10.5rem', '', '11.25rem');
  const compactSize = has('duration') ? '8rem' : '12rem';
  add(has('duration') || has('size'), 'much', '9rem', '8rem', has('size') ? compactSize : '4.75rem');
  const upper = cells.filter(({ area }) => area !== 'code');
  const line = (areas: readonly Cell[], text = (area: string) => area) =>
    `"${areas.map(({ area }) => text(area)).join(' ')}"`;
  return {
    '--wide-areas': line(cells),
    '--wide-columns': cells.map(({ wide }) => wide).join(' '),
    '--compact-columns': cells.map(({ compact }) => compact).join(' '),
    '--medium-areas': line(upper),
    '--code-areas': `${line(upper)} ${line(upper, (area) => (area === 'when' ? '.' : 'code'))}`,
    '--medium-columns': upper.map(({ medium }) => medium).join(' '),
  };
}
