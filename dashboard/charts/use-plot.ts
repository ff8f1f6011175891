import 'uplot/dist/uPlot.min.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useColorScheme } from '../theme/theme.ts';
import { type PlotStyle, plotOptions } from './plot-options.ts';

/** A moment that is pointed at, and how far from the chart's left edge it is, in CSS pixels. */
export type PlotPoint = { readonly index: number; readonly left: number };

export type PlotProps = Pick<PlotStyle, 'kind' | 'span' | 'zone' | 'format'> & {
  /** CSS colours of the series. */
  readonly colors: readonly string[];
  /** The middles of the spans, and what is drawn of each series. */
  readonly data: uPlot.AlignedData;
  /** CSS pixels. */
  readonly height: number;
};

/** Keeps a uPlot in an element: as wide as it, in the colours of the page, with the newest figures. */
export function usePlot({ kind, span, zone, format, colors, data, height }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [point, setPoint] = useState<PlotPoint>();
  const scheme = useColorScheme();
  const palette = colors.join('\n');
  const newest = useEffectEvent(() => data);
  const label = useEffectEvent((value: number) => format(value));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours that are read from the element follow the scheme
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
    const hooks = { setCursor: (own: uPlot) => setPoint((before) => pointOf(own, before)) };
    const made = new uPlot({ ...options, hooks: { setCursor: [hooks.setCursor] } }, newest(), parent);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
      setPoint(undefined);
    };
  }, [kind, span, zone, palette, height, scheme]);

  useEffect(() => plot.current?.setData(data), [data]);

  /** Points at a moment as the mouse does; at none without an index. */
  const pointAt = (index: number | undefined) => {
    const own = plot.current;
    const at = index === undefined ? undefined : own?.data[0]?.[index];
    own?.setCursor(at === undefined ? { left: -10, top: -10 } : { left: own.valToPos(at, 'x'), top: 0 });
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

/** A CSS colour as a canvas takes it: custom properties and `light-dark()` resolved as they hold for an element. */
export function canvasColor(element: HTMLElement, color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** An element's font as a canvas takes it, in whole pixels: uPlot reads no others. */
export function canvasFont(element: HTMLElement): string {
  const { fontSize, fontFamily } = getComputedStyle(element);
  return `${Math.round(Number.parseFloat(fontSize))}px ${fontFamily}`;
}
