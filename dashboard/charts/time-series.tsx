import { useMemo, useState } from 'react';
import type { UsageSpan } from '../api/usage.ts';
import { useNow } from '../components/time.tsx';
import type { ColumnFormat } from '../format/columns.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { chartAxes } from './chart-axes.ts';
import { ChartLegend } from './chart-legend.tsx';
import { type ChartKind, type ChartSeries, chartMarks } from './chart-series.ts';
import { PointablePlot } from './pointable-plot.tsx';
import type { ChartLink } from './span-link.tsx';
import { axisZone, isRunning } from './time-axis.ts';
import styles from './time-series.module.css';
import { useWidth } from './use-width.ts';

type TimeSeriesProps = {
  readonly label: string;
  /** The start of each span in epoch milliseconds, ascending. */
  readonly at: readonly number[];
  readonly span: UsageSpan;
  readonly series: readonly ChartSeries[];
  /** Bars are stacked, so they suit counts. */
  readonly kind: ChartKind;
  readonly format: ColumnFormat;
  /** Height of the plot in CSS pixels, whatever it shows. */
  readonly height: number;
  /** What `before` of the series is: `24 hours before`. */
  readonly beforeLabel?: string | undefined;
  /** The page with the calls of a span, or with those of one series in it. Clicks and the Enter key open it. */
  readonly linkTo?: ((index: number, series?: string) => ChartLink) | undefined;
};

const refreshedMs = 15_000;

/**
 * A chart of values over time. The pointer and the arrow keys select a span and show its values. Times are in the reader's
 * time zone; days are UTC days.
 */
export function TimeSeries({ label, at, span, series, kind, format, height, beforeLabel, linkTo }: TimeSeriesProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { element, width } = useWidth<HTMLDivElement>();
  const zone = axisZone(span, useTimeZone());
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const marks = useMemo(() => chartMarks(kind, shown), [kind, shown]);
  const { peak } = marks;
  const axes = useMemo(
    () => chartAxes({ kind, at, span, zone, peak, format, width, height }),
    [kind, at, span, zone, peak, format, width, height],
  );
  const toggle = (id: string) =>
    setHidden(new Set(hidden.has(id) ? [...hidden].filter((other) => other !== id) : [...hidden, id]));
  const now = useNow(refreshedMs);
  const running = at.findLastIndex((start) => isRunning(start, span, now));
  const hasBefore = series.some(({ before }) => before !== undefined);
  return (
    <figure aria-label={label} className={styles.figure}>
      <div ref={element} className={styles.space} style={{ height }}>
        {width > 0 && at.length > 0 && (
          <PointablePlot
            {...{ label, at, span, zone, now, running, kind, marks, axes, format, width, height, linkTo }}
            series={shown}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {(series.length > 1 || hasBefore) && (
          <ChartLegend
            {...{ kind, series, hidden }}
            onToggle={toggle}
            beforeLabel={hasBefore ? beforeLabel : undefined}
          />
        )}
        <span className={styles.zone}>
          {span === 'day' ? 'Days in UTC' : `Times in ${zone}`}
          {running >= 0 && `. The framed ${span} is not over.`}
        </span>
      </figcaption>
    </figure>
  );
}
