import type { ChartSeries } from './chart-series.ts';
import styles from './time-series.module.css';

type ChartTooltipProps = {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly index: number;
  /** CSS pixels from the chart's left edge. */
  readonly left: number;
  readonly isRightHalf: boolean;
  /** Shown below the series. */
  readonly total?: number | undefined;
  readonly format: (value: number) => string;
};

const width = '15rem';
const distance = '0.75rem';

/** The values at the selected point in time. Hidden from screen readers, which get them from the slider. */
export function ChartTooltip({ title, series, index, left, isRightHalf, total, format }: ChartTooltipProps) {
  const beside = isRightHalf ? `${left}px - ${distance} - ${width}` : `${left}px + ${distance}`;
  return (
    <div
      aria-hidden="true"
      className={styles.tooltip}
      style={{ width, left: `clamp(0px, ${beside}, 100% - ${width})` }}
    >
      <p className={styles.moment}>{title}</p>
      <dl>
        {series.map(({ label, color, values }) => (
          <div key={label} className={styles.row}>
            <dt>
              <span className={styles.swatch} style={{ color }} />
              {label}
            </dt>
            <dd>{formatValue(values[index], format)}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div className={`${styles.row} ${styles.total}`}>
            <dt>Total</dt>
            <dd>{format(total)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** A formatted value; a dash if there is none. */
export const formatValue = (value: number | null | undefined, format: (value: number) => string): string =>
  value == null ? '–' : format(value);
