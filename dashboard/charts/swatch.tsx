import { useId } from 'react';
import type { ChartKind, ChartSeries } from './chart-series.ts';
import { Pattern } from './pattern.tsx';
import styles from './swatch.module.css';

type SwatchProps = Pick<ChartSeries, 'color' | 'pattern' | 'dash'> & { readonly kind: ChartKind };

/** The mark of a series. */
export function Swatch({ kind, color, pattern, dash }: SwatchProps) {
  const id = useId();
  if (kind === 'lines') {
    return (
      <svg viewBox="0 0 20 12" className={styles.line} aria-hidden="true">
        <path d="M0 6H20" style={{ stroke: color }} strokeWidth={2.5} strokeDasharray={dash} />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 14 14" className={styles.bar} aria-hidden="true">
      <defs>
        <Pattern id={id} color={color} pattern={pattern} />
      </defs>
      <rect width={14} height={14} rx={2} fill={`url(#${id})`} />
    </svg>
  );
}
