import { rowHeight } from '../format/row-height.ts';
import { Segments } from './segments.tsx';

const choices = [
  { value: 'detailed', label: 'Detailed' },
  { value: 'compact', label: 'Compact' },
] as const;

/** The choice between rows with every detail and rows of one line, for all long lists. */
export const RowHeightChoice = () => (
  <Segments label="Rows" hideLabel choices={choices} value={rowHeight.useChosen()} onChange={rowHeight.choose} />
);
