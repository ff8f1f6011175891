import 'uplot/dist/uPlot.min.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useColorScheme } from '../theme/theme.ts';
import { type PlotStyle, plotOptions } from './plot-options.ts';

/** The selected point: its index, and its distance from the chart's left edge in CSS pixels. */
type PlotPoint = { readonly index: number; readonly left: number };

type PlotProps = Pick<PlotStyle, 'kind' | 'span' | 'zone' | 'format'> & {
  /** CSS colors of the series. */
  readonly colors: readonly string[];
  /** As `plotData` returns it. */
  readonly data: uPlot.AlignedData;
  /** CSS pixels. */
  readonly height: number;
};

/** Renders uPlot into an element and keeps its width, colors and data up to date. */
export function usePlot({ kind, span, zone, format, colors, data, height }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [point, setPoint] = useState<PlotPoint>();
  const scheme = useColorScheme();
  const palette = colors.join('\n');
  const newest = useEffectEvent(() => data);
  const label = useEffectEvent((value: number) => format(value));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors read from the element depend on the scheme
  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    const style: PlotStyle = {
      kind,
      span,
      zone,
      format: (value) => label(value),
      colors: palette === '' ? [] : palette.split('\n').map((color) => canvasColor(parent, color)),
      textColor: canvasColor(parent, 'var(--text-muted)'),
      gridColor: canvasColor(parent, 'var(--border)'),
      font: canvasFont(parent),
    };
    const options = plotOptions(style, parent.clientWidth, height);
    const hooks = { setCursor: (current: uPlot) => setPoint((before) => pointOf(current, before)) };
    const created = new uPlot({ ...options, hooks: { setCursor: [hooks.setCursor] } }, newest(), parent);
    plot.current = created;
    const observer = new ResizeObserver(() => created.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = undefined;
      setPoint(undefined);
    };
  }, [kind, span, zone, palette, height, scheme]);

  useEffect(() => plot.current?.setData(data), [data]);

  /** Moves the cursor to an index as the mouse would; undefined removes it. */
  const pointAt = (index: number | undefined) => {
    const current = plot.current;
    const at = index === undefined ? undefined : current?.data[0]?.[index];
    current?.setCursor(at === undefined ? { left: -10, top: -10 } : { left: current.valToPos(at, 'x'), top: 0 });
  };
  return { element, point, pointAt };
}

function pointOf(plot: uPlot, before: PlotPoint | undefined): PlotPoint | undefined {
  const { idx } = plot.cursor;
  const at = idx == null ? undefined : plot.data[0]?.[idx];
  if (idx == null || at === undefined) return undefined;
  const left = plot.over.offsetLeft + plot.valToPos(at, 'x');
  return before?.index === idx && before.left === left ? before : { index: idx, left };
}

/** Resolves a CSS color for a canvas, with custom properties and `light-dark()` as they apply to an element. */
function canvasColor(element: HTMLElement, color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** An element's font for a canvas, in whole pixels: uPlot parses no others. */
function canvasFont(element: HTMLElement): string {
  const { fontSize, fontFamily } = getComputedStyle(element);
  return `${Math.round(Number.parseFloat(fontSize))}px ${fontFamily}`;
}
