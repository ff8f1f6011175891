import { memo, useId } from 'react';
import type { ChartAxes } from './chart-axes.ts';
import type { ChartKind, ChartMarks, ChartSeries } from './chart-series.ts';
import { Pattern } from './pattern.tsx';
import styles from './plot.module.css';
import { barPath, dotPath, linePath, stepPath } from './plot-paths.ts';
import { spanLeft, spanMiddle, valueTop } from './plot-scale.ts';

type PlotProps = ChartAxes & {
  readonly kind: ChartKind;
  /** The visible series, and the marks made of them. */
  readonly series: readonly ChartSeries[];
  readonly marks: ChartMarks;
  /** The index of the span that is pointed at. */
  readonly pointed: number | undefined;
  /** The index of the span that is not over; -1 if all are. */
  readonly running: number;
  readonly width: number;
  readonly height: number;
};

const tickLength = 4;
const lineHeight = 16;
/** Below this width in CSS pixels, the column of a span is hardly seen, so a line marks it. */
const narrowest = 4;

/** The drawing of a chart: SVG, so that themes, forced colours and print need no drawing of their own. */
export function Plot({ kind, series, marks, scale, pointed, running, width, height, ...ticks }: PlotProps) {
  const { left, right, bottom } = scale;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={styles.plot} aria-hidden="true">
      {ticks.valueTicks.map(({ at, label }) => (
        <g key={at}>
          <path d={`M${left} ${Math.round(at) - 0.5}H${right}`} className={styles.grid} />
          <text x={left - tickLength} y={at} className={styles.value}>
            {label}
          </text>
        </g>
      ))}
      {ticks.timeTicks.map(({ at, label }) => (
        <g key={at}>
          <path d={`M${at} ${bottom}v${tickLength}`} className={styles.grid} />
          {label.split('\n').map((text, line) => (
            <text key={text} x={at} y={bottom + tickLength + lineHeight * (line + 1)} className={styles.time}>
              {text}
            </text>
          ))}
        </g>
      ))}
      {running >= 0 && <RunningSpan scale={scale} index={running} />}
      {pointed !== undefined && <PointedSpan kind={kind} scale={scale} index={pointed} />}
      {kind === 'lines' ? <Lines {...{ series, marks, scale }} /> : <Bars {...{ series, marks, scale }} />}
      {pointed !== undefined && kind === 'lines' && <Dots {...{ series, marks, scale }} index={pointed} />}
    </svg>
  );
}

type MarksProps = Pick<PlotProps, 'series' | 'marks' | 'scale'>;

/** Stacked bars, and the total of the period before as steps over them. */
const Bars = memo(({ series, marks, scale }: MarksProps) => {
  const id = useId();
  return (
    <>
      <defs>
        {series.map(({ id: name, color, pattern }, index) => (
          <Pattern key={name} id={`${id}${index}`} color={color} pattern={pattern} />
        ))}
      </defs>
      {marks.rows.map(({ bottoms, tops }, index) => (
        <path key={series[index]?.id} d={barPath(scale, bottoms, tops)} fill={`url(#${id}${index})`} />
      ))}
      {marks.ghosts.map((ghost) => (
        <path key="before" d={stepPath(scale, ghost)} className={styles.ghostOfBars} />
      ))}
    </>
  );
});

/** Lines, each with its line of the period before. */
const Lines = memo(({ series, marks, scale }: MarksProps) => (
  <>
    {series.map(({ id, color, before }) =>
      before ? <path key={id} d={linePath(scale, before)} className={styles.ghost} style={{ stroke: color }} /> : null,
    )}
    {marks.rows.map(({ tops }, index) => (
      <g key={series[index]?.id} className={styles.line} style={{ stroke: series[index]?.color }}>
        <path d={linePath(scale, tops)} strokeDasharray={series[index]?.dash} />
        <path d={dotPath(scale, tops)} className={styles.lone} />
      </g>
    ))}
  </>
));

/** The column of the span that is pointed at. */
function PointedSpan({ kind, scale, index }: Pick<PlotProps, 'kind' | 'scale'> & { readonly index: number }) {
  const [left, right] = [spanLeft(scale, index), spanLeft(scale, index + 1)];
  const { top, bottom } = scale;
  if (kind === 'lines' || right - left < narrowest)
    return <path d={`M${spanMiddle(scale, index)} ${top}V${bottom}`} className={styles.pointer} />;
  return <rect x={left} y={top} width={right - left} height={bottom - top} className={styles.column} />;
}

/** A frame around the span that is not over. It has no fill, which would hide the column that is pointed at. */
function RunningSpan({ scale, index }: Pick<PlotProps, 'scale'> & { readonly index: number }) {
  const [left, right] = [spanLeft(scale, index), spanLeft(scale, index + 1)];
  const { top, bottom } = scale;
  return <rect x={left} y={top} width={right - left} height={bottom - top} className={styles.running} />;
}

/** The values that are pointed at. */
const Dots = ({ series, marks, scale, index }: MarksProps & { readonly index: number }) =>
  marks.rows.map(({ tops }, row) => {
    const value = tops[index];
    return value == null ? null : (
      <circle
        key={series[row]?.id}
        cx={spanMiddle(scale, index)}
        cy={valueTop(scale, value)}
        r={4}
        style={{ fill: series[row]?.color }}
      />
    );
  });
