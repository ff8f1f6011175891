import { Segments } from '../../../components/segments.tsx';
import { rememberedChoice } from '../../../format/remembered-choice.ts';

const heights = ['detailed', 'compact'] as const;
const height = rememberedChoice('history-rows', heights);
const choices = [
  { value: heights[0], label: 'Detailed' },
  { value: heights[1], label: 'Compact' },
];

/** Whether a row has one line only. */
export const useCompactRows = (): boolean => height.useChosen() === 'compact';

/** The choice between rows with every detail and rows of one line. */
export const RowHeightChoice = () => (
  <Segments label="Rows" hideLabel choices={choices} value={height.useChosen()} onChange={height.choose} />
);
