import type { UsageSplit } from '../../api/api.ts';
import type { ChartSeries } from '../../charts/chart-series.ts';
import type { PatternName } from '../../theme/patterns.ts';
import { anyError, type HistoryFilter } from '../history/history-search.ts';
import { methodTitle } from './breakdown-rows.ts';
import type { SplitBy, SplitMeasure } from './split-choice.ts';
import { lineLook, mostLines } from './usage-series.ts';

/** A key, method or network over time, or all others together. */
export type SplitPart = {
  /** Empty for all others: no key, method or network has this id. */
  readonly id: string;
  readonly label: string;
  readonly calls: readonly number[];
  readonly errors: readonly number[];
  /** What limits History to its calls; undefined for all others. */
  readonly filter?: Partial<HistoryFilter>;
};

type NameOf = (id: string, name: string) => string;

/** The parts of a split report in its order, all others last. @param keyName tells keys of the same name apart */
export function splitParts({ by, parts, others }: UsageSplit, keyName: NameOf): SplitPart[] {
  const nameOf: Readonly<Record<SplitBy, NameOf>> = { key: keyName, method: methodTitle, network: (id) => id };
  const named = parts.map(({ id, name, ...counts }) => ({
    id,
    label: nameOf[by](id, name),
    ...counts,
    filter: { [by]: id },
  }));
  if (!others) return named;
  const { count, ...counts } = others;
  return [...named, { id: '', label: count === 1 ? '1 other' : `${count} others`, ...counts }];
}

/** What limits History to the calls that a split shows. */
export const measureFilter = (measure: SplitMeasure): Partial<HistoryFilter> =>
  measure === 'calls' ? {} : { outcome: anyError };

/** A part's figure at each time; a share is null where there were no calls. */
export function valuesOf({ calls, errors }: SplitPart, measure: SplitMeasure): (number | null)[] {
  if (measure !== 'share') return [...(measure === 'calls' ? calls : errors)];
  return errors.map((count, index) => (calls[index] ? count / calls[index] : null));
}

/** All parts together, at each time. */
export const sumOfParts = (parts: readonly SplitPart[]): Pick<SplitPart, 'calls' | 'errors'> => {
  const sum = (of: 'calls' | 'errors') =>
    (parts[0]?.[of] ?? []).map((_, index) => parts.reduce((total, part) => total + (part[of][index] ?? 0), 0));
  return { calls: sum('calls'), errors: sum('errors') };
};

/** A row of bars or a line per part. */
export const splitSeries = (parts: readonly SplitPart[], measure: SplitMeasure): ChartSeries[] =>
  parts.map((part, index) => ({
    id: part.id,
    label: part.label,
    ...(part.id === '' ? othersLook : partLook(index)),
    values: valuesOf(part, measure),
  }));

/** Of the bars. Lines have dashes. */
const barPatterns: readonly PatternName[] = ['solid', 'diagonal', 'vertical', 'cross', 'dashes'];

const partLook = (index: number) => ({ ...lineLook(index % mostLines), pattern: barPatterns[index % mostLines] });

const othersLook = { color: 'var(--series-others)', dash: '2 5', pattern: 'grid' } as const;
