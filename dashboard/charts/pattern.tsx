import { type PatternName, patterns } from '../theme/patterns.ts';

const tile = 8;

type PatternProps = { readonly id: string; readonly color: string; readonly pattern?: PatternName | undefined };

/** Defines a fill for marks: `fill="url(#id)"`. */
export const Pattern = ({ id, color, pattern = 'solid' }: PatternProps) => (
  <pattern id={id} width={tile} height={tile} patternUnits="userSpaceOnUse">
    <rect width={tile} height={tile} style={{ fill: color }} />
    <path d={patterns[pattern]} style={{ stroke: 'var(--pattern-stroke)' }} strokeWidth={1.5} fill="none" />
  </pattern>
);
