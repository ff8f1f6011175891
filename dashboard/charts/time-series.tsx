import { useMemo, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { UsageSpan } from '../api/usage.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { type ChartKind, type ChartSeries, plotData } from './chart-series.ts';
import { ChartTooltip, formatValue } from './chart-tooltip.tsx';
import { axisZone, formatSpan } from './time-axis.ts';
import styles from './time-series.module.css';
import { usePlot } from './use-plot.ts';

type TimeSeriesProps = {
  readonly label: string;
  /** The start of each span in epoch milliseconds, ascending. */
  readonly at: readonly number[];
  readonly span: UsageSpan;
  readonly series: readonly ChartSeries[];
  /** Bars are stacked, so they suit counts. */
  readonly kind: ChartKind;
  readonly format: (value: number) => string;
  /** Height of the plot in CSS pixels, whatever it shows. */
  readonly height: number;
};

/**
 * A chart of values over time. The mouse and the arrow keys select a point in time and show its values. Times are in the
 * browser's time zone; days are UTC days.
 */
export function TimeSeries({ label, at, span, series, kind, format, height }: TimeSeriesProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const zone = axisZone(span, useTimeZone());
  const data = useMemo(() => plotData(at, span, series, kind, hidden), [at, span, series, kind, hidden]);
  const colors = series.map(({ color }) => color);
  const { element, point, pointAt } = usePlot({ kind, span, zone, format, colors, data, height });
  const toggle = (name: string) =>
    setHidden(new Set(hidden.has(name) ? [...hidden].filter((other) => other !== name) : [...hidden, name]));
  const shown = series.filter((one) => !hidden.has(one.label));
  const last = at.length - 1;
  const index = Math.min(point?.index ?? last, last);
  const title = formatSpan(at[index] ?? 0, span, zone);
  const total =
    kind === 'stacked-bars' && shown.length > 1
      ? shown.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
      : undefined;
  const figures = shown.map((one) => `${one.label} ${formatValue(one.values[index], format)}`);
  const sum = total === undefined ? [] : [`Total ${format(total)}`];
  return (
    <figure aria-label={label} className={styles.figure}>
      <div className={styles.plot} style={{ height }}>
        <div ref={element} aria-hidden="true" className={styles.canvas} />
        {last >= 0 && (
          <input
            type="range"
            className={styles.cursor}
            aria-label={`${label}: point in time`}
            aria-valuetext={`${title}: ${[...figures, ...sum].join(', ')}`}
            min={0}
            max={last}
            value={index}
            onChange={(event) => pointAt(event.target.valueAsNumber)}
            onFocus={() => pointAt(last)}
            onBlur={() => pointAt(undefined)}
          />
        )}
        {point && (
          <ChartTooltip
            {...{ title, series: shown, index, total, format }}
            left={point.left}
            isRightHalf={index > last / 2}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {series.length > 1 && <ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
        <span className={styles.zone}>{span === 'day' ? 'Days in UTC' : `Times in ${zone}`}</span>
      </figcaption>
    </figure>
  );
}

type ChartLegendProps = {
  readonly series: readonly ChartSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (label: string) => void;
};

/** The legend, which also hides and shows each series. */
const ChartLegend = ({ series, hidden, onToggle }: ChartLegendProps) => (
  <ul className={styles.legend} aria-label="Series">
    {series.map(({ label, color }) => (
      <li key={label}>
        <ToggleButton className={styles.entry} isSelected={!hidden.has(label)} onChange={() => onToggle(label)}>
          <span aria-hidden="true" className={styles.swatch} style={{ color }} />
          {label}
        </ToggleButton>
      </li>
    ))}
  </ul>
);
