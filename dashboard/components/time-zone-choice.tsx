import { memo } from 'react';
import {
  type TimeZoneChoice as Choice,
  chooseTimeZone,
  localTimeZone,
  useTimeZoneChoice,
} from '../format/time-zone.ts';
import { Segments } from './segments.tsx';

const choices: readonly { value: Choice; label: string }[] = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local time' },
];

/** The choice of the time zone for all times of the dashboard; nothing where both are the same. */
export const TimeZoneChoice = memo(() => {
  const chosen = useTimeZoneChoice();
  if (localTimeZone() === 'UTC') return null;
  return <Segments label="Times in" choices={choices} value={chosen} onChange={chooseTimeZone} />;
});
