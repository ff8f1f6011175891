/** A format that is made when it is first used: to make one takes longer than to format a page's numbers. */
function numbers(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat('en-US', options);
    return format.format(value);
  };
}

/** Every digit: `1,234,567`. */
export const formatCount = numbers({});

/** For tight spaces: `1.2M`. */
export const formatCompact = numbers({ notation: 'compact', maximumFractionDigits: 1 });

/** A share of 0 to 1: `0.13%`. */
export const formatShare = numbers({ style: 'percent', maximumFractionDigits: 2 });

/** A duration: `0.4 ms`, `3 ms`, `12 ms`, `1.25 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  const isFine = milliseconds < 10 && !Number.isInteger(milliseconds);
  return `${isFine ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** A size in decimal units: `512 B`, `1.5 kB`, `2.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The share of calls that did not succeed; 0 if there were no calls. */
export const errorRate = ({ calls, errors }: { readonly calls: number; readonly errors: number }): number =>
  calls === 0 ? 0 : errors / calls;

/** From this share of a limit on, pages warn. */
export const nearlyFull = 0.8;
