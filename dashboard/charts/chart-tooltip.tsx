import type { ChartKind } from './chart-series.ts';
import styles from './chart-tooltip.module.css';
import type { SpanFigures } from './span-figures.ts';
import { Swatch } from './swatch.tsx';

type ChartTooltipProps = {
  readonly title: string;
  readonly kind: ChartKind;
  readonly figures: SpanFigures;
  /** The id of the series that is pointed at, if any. */
  readonly pointedSeries: string | undefined;
  /** CSS pixels from the chart's left edge. */
  readonly left: number;
  readonly isRightHalf: boolean;
  /** Whether the span has a link to its requests. */
  readonly isLink: boolean;
};

const width = '17rem';
const distance = '0.75rem';

/** The figures of the span that is pointed at. Hidden from screen readers, which get them from the slider. */
export function ChartTooltip({ title, kind, figures, pointedSeries, left, isRightHalf, isLink }: ChartTooltipProps) {
  const { rows, total } = figures;
  const beside = isRightHalf ? `${left}px - ${distance} - ${width}` : `${left}px + ${distance}`;
  const hasBefore = rows.some(({ before }) => before !== undefined);
  return (
    <div
      aria-hidden="true"
      className={styles.tooltip}
      style={{ width, left: `clamp(0px, ${beside}, max(0px, 100% - ${width}))` }}
    >
      <table className={styles.table}>
        <caption>{title}</caption>
        {hasBefore && (
          <thead>
            <tr>
              <td />
              <th>Now</th>
              <th>Before</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ series, now, before }) => (
            <tr key={series.id} className={series.id === pointedSeries ? styles.strong : undefined}>
              <th>
                <span className={styles.name}>
                  <Swatch kind={kind} {...series} />
                  {series.label}
                </span>
              </th>
              <td>{now}</td>
              {hasBefore && <td>{before}</td>}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className={styles.strong}>
              <th>Total</th>
              <td>{total.now}</td>
              {hasBefore && <td>{total.before}</td>}
            </tr>
          </tfoot>
        )}
      </table>
      {isLink && (
        <p className={styles.hint}>
          <span className={styles.mouse}>Click or press Enter</span>
          <span className={styles.touch}>Tap again</span> to see the requests
        </p>
      )}
    </div>
  );
}
