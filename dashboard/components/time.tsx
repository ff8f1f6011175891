import { useEffect, useState } from 'react';
import { onClockCorrected, serverNow } from '../api/server-clock.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { formatAbsolute, formatDate, formatRelative } from '../format/times.ts';

const refreshed = 10_000;

type MomentProps = { readonly at: string | number };

/** A relative time; its title is the absolute time. */
export const RelativeTime = ({ at }: MomentProps) => <TimeAgo at={at} now={useNow(refreshed)} />;

/** A relative time as of `now`. */
export function TimeAgo({ at, now }: MomentProps & { readonly now: number }) {
  const moment = new Date(at).getTime();
  const full = formatAbsolute(moment, useTimeZone());
  return (
    <time dateTime={new Date(moment).toISOString()} title={full}>
      {formatRelative(moment, now)}
    </time>
  );
}

/** An absolute time with its zone. */
export const AbsoluteTime = ({ at }: MomentProps) => (
  <time dateTime={new Date(at).toISOString()}>{formatAbsolute(new Date(at).getTime(), useTimeZone())}</time>
);

/** A date; its title is the absolute time. */
export function DateOf({ at }: { readonly at: string }) {
  const moment = Date.parse(at);
  const zone = useTimeZone();
  return (
    <time dateTime={new Date(moment).toISOString()} title={formatAbsolute(moment, zone)}>
      {formatDate(moment, zone)}
    </time>
  );
}

/** The service's current time in epoch milliseconds, updated every `intervalMs` milliseconds. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const update = () => setNow(serverNow());
    const timer = setInterval(update, intervalMs);
    const forget = onClockCorrected(update);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, [intervalMs]);
  return now;
}
