import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { UsageSpan } from '../api/usage.ts';
import type { ColumnFormat } from '../format/columns.ts';
import type { ChartAxes } from './chart-axes.ts';
import type { ChartKind, ChartMarks, ChartSeries } from './chart-series.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { Plot } from './plot.tsx';
import { spanLeft, spanMiddle } from './plot-scale.ts';
import { figuresText, spanFigures } from './span-figures.ts';
import { formatSpan } from './time-axis.ts';
import styles from './time-series.module.css';
import { usePointedSpan } from './use-pointed-span.ts';

/** A page with the calls of a span. */
export type ChartLink = Pick<LinkProps, 'to' | 'search'>;

type PointablePlotProps = {
  readonly label: string;
  readonly at: readonly number[];
  readonly span: UsageSpan;
  readonly zone: string;
  readonly kind: ChartKind;
  /** The visible series. */
  readonly series: readonly ChartSeries[];
  readonly marks: ChartMarks;
  readonly axes: ChartAxes;
  readonly format: ColumnFormat;
  readonly width: number;
  readonly height: number;
  readonly linkTo: ((index: number, series?: string) => ChartLink) | undefined;
};

/** A plot whose spans the pointer and the keyboard select: a slider for the keyboard, a link over the span for clicks. */
export function PointablePlot(props: PointablePlotProps) {
  const { label, at, span, zone, kind, series, marks, axes, format, width, height, linkTo } = props;
  const { scale } = axes;
  const { element, pointed, pointAt, follow, leave } = usePointedSpan<HTMLDivElement>(scale);
  const link = useRef<HTMLAnchorElement>(null);
  // Nothing hovers on a touch screen: the first tap on a span shows its figures, and the second opens its link.
  const isFirstTap = useRef(false);
  const last = at.length - 1;
  const index = pointed?.index ?? last;
  const title = formatSpan(at[index] ?? 0, span, zone);
  const figures = spanFigures(kind, series, index, format);
  const bar = pointed?.value === undefined ? -1 : rowAt(marks, index, pointed.value);
  const pointedSeries = kind === 'stacked-bars' ? series[bar]?.id : undefined;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    isFirstTap.current = event.pointerType === 'touch' && event.target !== link.current;
    follow(event);
  };
  const onClick = (event: MouseEvent) => {
    if (isFirstTap.current) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    isFirstTap.current = false;
    if (event.key === 'Enter') link.current?.click();
    if (event.key === 'Escape') pointAt(undefined);
  };
  return (
    <div
      ref={element}
      className={styles.plot}
      onPointerMove={follow}
      onPointerDown={onPointerDown}
      onPointerLeave={leave}
    >
      <Plot {...axes} {...{ kind, series, marks, width, height }} pointed={pointed?.index} />
      <input
        type="range"
        className={styles.slider}
        aria-label={`${label}: point in time${linkTo ? '. Enter opens its requests' : ''}`}
        aria-valuetext={`${title}: ${figuresText(figures)}`}
        min={0}
        max={last}
        value={index}
        onChange={(event) => pointAt(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onFocus={() => pointAt(index)}
        onBlur={() => pointAt(undefined)}
      />
      {pointed && linkTo && (
        <Link
          {...linkTo(index, pointedSeries)}
          ref={link}
          tabIndex={-1}
          aria-hidden="true"
          draggable={false}
          onClick={onClick}
          className={styles.link}
          style={{
            left: spanLeft(scale, index),
            top: scale.top,
            width: Math.max(1, spanLeft(scale, index + 1) - spanLeft(scale, index)),
            height: scale.bottom - scale.top,
          }}
        />
      )}
      {pointed && (
        <ChartTooltip
          {...{ title, kind, figures, pointedSeries }}
          left={spanMiddle(scale, index)}
          isRightHalf={index > last / 2}
          hint={linkTo ? 'Click or press Enter to see the requests' : undefined}
        />
      )}
    </div>
  );
}

/** The series whose bar has a value between its bottom and its top. */
const rowAt = ({ rows }: ChartMarks, index: number, value: number): number =>
  rows.findIndex(({ bottoms, tops }) => value >= (bottoms[index] ?? 0) && value < (tops[index] ?? 0));
