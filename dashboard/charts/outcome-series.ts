import type { Usage } from '../api/api.ts';
import { outcomeNames, outcomes } from '../format/outcomes.ts';
import type { Series } from './series.ts';

/** A usage report's calls over time, one series for each outcome that there was, in the order of the outcomes. */
export const outcomeSeries = ({ points, total }: Pick<Usage, 'points' | 'total'>): Series[] =>
  outcomeNames
    .filter((outcome) => (total.outcomes[outcome] ?? 0) > 0)
    .map((outcome) => ({
      label: outcomes[outcome].label,
      color: outcomes[outcome].color,
      values: points.map((point) => point.outcomes[outcome] ?? 0),
    }));
