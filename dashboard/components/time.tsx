import { formatAbsolute, formatRelative } from '../format/times.ts';
import { useNow } from '../format/use-now.ts';

const refreshed = 10_000;

/** How long ago something was; the moment in full, with its zone, on hover and to screen readers. */
export function Time({ at }: { readonly at: string | number }) {
  const moment = new Date(at).getTime();
  const full = formatAbsolute(moment);
  return (
    <time dateTime={new Date(moment).toISOString()} title={full}>
      {formatRelative(moment, useNow(refreshed))}
    </time>
  );
}

/** A moment in full, with its zone. */
export const Moment = ({ at }: { readonly at: string | number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatAbsolute(new Date(at).getTime())}</time>
);
