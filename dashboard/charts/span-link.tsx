import { Link, type LinkProps } from '@tanstack/react-router';
import type { Ref } from 'react';
import { type PlotScale, spanLeft } from './plot-scale.ts';
import styles from './time-series.module.css';

/** A page with the calls of a span. */
export type ChartLink = Pick<LinkProps, 'to' | 'search'>;

type SpanLinkProps = {
  readonly ref: Ref<HTMLAnchorElement>;
  readonly to: ChartLink;
  readonly scale: PlotScale;
  readonly index: number;
};

/** A link over a span, so that the mouse can also open it in a new tab. The slider opens it for the keyboard. */
export function SpanLink({ ref, to, scale, index }: SpanLinkProps) {
  const [left, right] = [spanLeft(scale, index), spanLeft(scale, index + 1)];
  const place = { left, width: Math.max(1, right - left), top: scale.top, height: scale.bottom - scale.top };
  return (
    <Link
      {...to}
      ref={ref}
      tabIndex={-1}
      aria-hidden="true"
      draggable={false}
      preload={false}
      className={styles.link}
      style={place}
    />
  );
}
