import { useId } from 'react';
import { ToggleButton } from 'react-aria-components';
import styles from './chart-legend.module.css';
import type { ChartKind, ChartSeries } from './chart-series.ts';
import { Pattern } from './pattern.tsx';

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
        <ToggleButton className={styles.entry} isSelected={!hidden.has(one.id)} onChange={() => onToggle(one.id)}>
          <Swatch kind={kind} {...one} />
          {one.label}
        </ToggleButton>
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

type SwatchProps = Pick<ChartSeries, 'color' | 'pattern' | 'dash'> & { readonly kind: ChartKind };

/** The mark of a series. */
export function Swatch({ kind, color, pattern, dash }: SwatchProps) {
  const id = useId();
  if (kind === 'lines') {
    return (
      <svg viewBox="0 0 20 12" className={styles.line} aria-hidden="true">
        <path d="M0 6H20" style={{ stroke: color }} strokeWidth={2.5} strokeDasharray={dash} />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 14 14" className={styles.bar} aria-hidden="true">
      <defs>
        <Pattern id={id} color={color} pattern={pattern} />
      </defs>
      <rect width={14} height={14} rx={2} fill={`url(#${id})`} />
    </svg>
  );
}
