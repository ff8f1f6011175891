import { Select } from '../../../components/select.tsx';
import styles from '../usage.module.css';
import type { UsageSearch } from '../usage-search.ts';
import { dayChoices, dayOfRange, noDay, rangeOfDay } from './day-range.ts';

type DayChoiceProps = {
  readonly search: UsageSearch;
  readonly historyDays: number;
  readonly now: number;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
};

/** One day instead of a range, of the days whose requests are kept. Days are UTC days, as in quotas. */
export function DayChoice({ search, historyDays, now, onChange }: DayChoiceProps) {
  const choices = dayChoices(historyDays, now);
  const day = dayOfRange(search);
  return (
    <div className={styles.controls}>
      <div className={styles.choice}>
        <Select
          label="UTC day"
          choices={choices}
          value={choices.some(({ value }) => value === day) ? day : noDay}
          onChange={(chosen) => onChange(rangeOfDay(chosen))}
        />
      </div>
    </div>
  );
}
