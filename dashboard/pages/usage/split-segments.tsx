import { Segments } from '../../components/segments.tsx';
import { type SplitBy, type SplitMeasure, splitChoices } from './split-choice.ts';
import type { UsageSearch } from './usage-search.ts';
import { mostLines } from './usage-series.ts';

const splitNames: Readonly<Record<SplitBy, { readonly title: string; readonly several: string }>> = {
  key: { title: 'By key', several: 'keys' },
  method: { title: 'By method', several: 'methods' },
  network: { title: 'By network', several: 'networks' },
};

/** What a split chart shows. */
export const splitHint = (by: SplitBy, measure: SplitMeasure, isCompared: boolean): string =>
  `Up to ${mostLines} ${splitNames[by].several} with the most ${measure === 'calls' ? 'calls' : 'errors'}, and all others ` +
  `together${isCompared ? ', without the period before' : ''}. The table “Data” has the same figures.`;

type SplitSegmentsProps = {
  readonly label: string;
  /** The choice without a split. */
  readonly none: string;
  readonly value: SplitBy | undefined;
  readonly search: UsageSearch;
  readonly onChoose: (by: SplitBy | undefined) => void;
};

/** The choice of what a chart is split by. */
export const SplitSegments = ({ label, none, value, search, onChoose }: SplitSegmentsProps) => (
  <Segments<SplitBy | 'none'>
    label={label}
    hideLabel
    choices={[
      { value: 'none', label: none },
      ...splitChoices(search).map((by) => ({ value: by, label: splitNames[by].title })),
    ]}
    value={value ?? 'none'}
    onChange={(chosen) => onChoose(chosen === 'none' ? undefined : chosen)}
  />
);
