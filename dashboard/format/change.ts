/** How a figure differs from an earlier one. */
export type Change = { readonly direction: 'up' | 'down' | 'none'; readonly text: string };

/** From this factor on, a percentage says less than the factor. */
const manifold = 10;

/**
 * Describes the change of a figure that cannot be negative: `+12%`, `−3%`, `15×`, or `New` if it was 0.
 */
export function changeOf(now: number, before: number): Change {
  if (now === before) return { direction: 'none', text: 'No change' };
  const direction = now > before ? 'up' : 'down';
  if (before === 0) return { direction, text: 'New' };
  const factor = now / before;
  if (factor >= manifold) return { direction, text: `${Math.round(factor)}×` };
  const percent = Math.round(Math.abs(factor - 1) * 100);
  const sign = direction === 'up' ? '+' : '−';
  return {
    direction,
    text: percent === 0 ? `${direction === 'up' ? 'Up' : 'Down'} less than 1%` : `${sign}${percent}%`,
  };
}
