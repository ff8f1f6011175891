import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { UsageSpan } from '../api/usage.ts';
import type { ColumnFormat } from '../format/columns.ts';
import type { ChartAxes } from './chart-axes.ts';
import type { ChartKind, ChartMarks, ChartSeries } from './chart-series.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { Plot } from './plot.tsx';
import { spanMiddle } from './plot-scale.ts';
import { figuresText, spanFigures } from './span-figures.ts';
import { type ChartLink, SpanLink } from './span-link.tsx';
import { spanTitle } from './time-axis.ts';
import styles from './time-series.module.css';
import { usePointedSpan } from './use-pointed-span.ts';

type PointablePlotProps = {
  readonly label: string;
  readonly at: readonly number[];
  readonly span: UsageSpan;
  readonly zone: string;
  readonly now: number;
  /** The index of the span that is not over; -1 if all are. */
  readonly running: number;
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
  const { label, at, span, zone, now, running, kind, series, marks, axes, format, width, height, linkTo } = props;
  const { element, pointed, pointAt, follow, leave } = usePointedSpan<HTMLDivElement>(axes.scale);
  const link = useSpanLink(follow);
  // The spans after the running one have no figures yet.
  const index = pointed?.index ?? (running < 0 ? at.length - 1 : running);
  const title = spanTitle(at[index] ?? 0, span, zone, now);
  const figures = spanFigures(kind, series, index, format);
  // A span without values has no requests to show.
  const spanLink = series.some(({ values }) => values[index]) ? linkTo : undefined;
  const pointedSeries = kind === 'lines' ? undefined : series[barAt(marks, index, pointed?.value)]?.id;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') link.open();
    if (key === 'Escape') pointAt(undefined);
  };
  return (
    <div ref={element} className={styles.plot} onPointerMove={follow} onPointerLeave={leave} {...link.handlers}>
      <Plot {...axes} {...{ kind, series, marks, running, width, height }} pointed={pointed?.index} />
      <input
        type="range"
        className={styles.slider}
        aria-label={`${label}: point in time${linkTo ? '. Enter shows its requests' : ''}`}
        aria-valuetext={`${title}: ${figuresText(figures)}`}
        min={0}
        max={at.length - 1}
        value={index}
        onChange={(event) => pointAt(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onFocus={() => pointAt(index)}
        onBlur={() => pointAt(undefined)}
      />
      {pointed && spanLink && (
        <SpanLink ref={link.element} to={spanLink(index, pointedSeries)} scale={axes.scale} index={index} />
      )}
      {pointed && (
        <ChartTooltip
          {...{ title, kind, figures, pointedSeries }}
          left={spanMiddle(axes.scale, index)}
          isRightHalf={index > (at.length - 1) / 2}
          isLink={spanLink !== undefined}
        />
      )}
    </div>
  );
}

/** The row whose bar has a value between its bottom and its top; -1 if there is none. */
const barAt = ({ rows }: ChartMarks, index: number, value = -1): number =>
  rows.findIndex(({ bottoms, tops }) => value >= (bottoms[index] ?? 0) && value < (tops[index] ?? 0));

/**
 * How a span's link opens: by a click or by `open`. Nothing hovers on a touch screen, so there the first tap on a span shows
 * its figures, and the second opens the link.
 */
function useSpanLink(follow: (event: PointerEvent) => void) {
  const element = useRef<HTMLAnchorElement>(null);
  const isFirstTap = useRef(false);
  const open = () => {
    isFirstTap.current = false;
    element.current?.click();
  };
  const onPointerDown = (event: PointerEvent) => {
    isFirstTap.current = event.pointerType === 'touch' && event.target !== element.current;
    follow(event);
  };
  const onClickCapture = (event: MouseEvent) => {
    if (isFirstTap.current) event.preventDefault();
    // A press that began before the link was there ends on the plot.
    else if (event.target !== element.current) open();
  };
  return { element, open, handlers: { onPointerDown, onClickCapture } };
}
