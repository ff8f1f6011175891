import { useEffect, useState } from 'react';
import { formatAbsolute, formatRelative } from '../format/times.ts';

const refreshed = 10_000;

/** How long ago something was; the moment in full, with its zone, on hover and to screen readers. */
export function RelativeTime({ at }: { readonly at: string | number }) {
  const moment = new Date(at).getTime();
  const full = formatAbsolute(moment);
  return (
    <time dateTime={new Date(moment).toISOString()} title={full}>
      {formatRelative(moment, useNow(refreshed))}
    </time>
  );
}

/** A moment in full, with its zone. */
export const AbsoluteTime = ({ at }: { readonly at: string | number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatAbsolute(new Date(at).getTime())}</time>
);

/** The time in milliseconds since the epoch, anew every `every` milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
