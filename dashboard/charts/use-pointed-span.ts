import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type PlotScale, spanAt, valueAt } from './plot-scale.ts';

/** A place in a plot: a span, and the value at the height of the pointer. */
type PointedSpan = { readonly index: number; readonly value?: number | undefined };

/** The span of a plot that the pointer or the keyboard points at. The plot is at the upper left of the element. */
export function usePointedSpan<T extends HTMLElement>(scale: PlotScale) {
  const element = useRef<T>(null);
  const [pointed, setPointed] = useState<PointedSpan>();
  const isPointed = pointed !== undefined;
  useEffect(() => {
    if (!isPointed) return;
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && element.current?.contains(target))) setPointed(undefined);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isPointed]);
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = element.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const index = spanAt(scale, clientX - left);
    setPointed(index === undefined ? undefined : { index, value: valueAt(scale, clientY - top) });
  };
  return {
    element,
    // Newer data may have fewer spans.
    pointed: pointed && pointed.index < scale.count ? pointed : undefined,
    pointAt: (index: number | undefined) => setPointed(index === undefined ? undefined : { index }),
    follow,
    /** A finger leaves the screen after each tap, but its figures stay until it taps elsewhere. */
    leave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') setPointed(undefined);
    },
  };
}
