import styles from './chart-legend.module.css';
import type { ChartKind, ChartSeries } from './chart-series.ts';
import { Swatch } from './swatch.tsx';

type ChartLegendProps = {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** What dotted lines are, if there are any. */
  readonly beforeLabel?: string | undefined;
};

/** The legend, which also hides and shows each series. */
export const ChartLegend = ({ kind, series, hidden, onToggle, beforeLabel }: ChartLegendProps) => (
  <ul className={styles.legend} aria-label="Series">
    {series.map((one) => (
      <li key={one.id}>
        <button
          type="button"
          className={styles.entry}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onToggle(one.id)}
        >
          <Swatch kind={kind} {...one} />
          {one.label}
        </button>
      </li>
    ))}
    {beforeLabel !== undefined && (
      <li className={styles.before}>
        <Swatch kind="lines" color="currentColor" dash="1 3" />
        {beforeLabel}
      </li>
    )}
  </ul>
);
