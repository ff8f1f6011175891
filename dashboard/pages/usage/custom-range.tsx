import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DateTimeField } from '../../components/date-time-field.tsx';
import styles from './usage.module.css';
import { rangeProblem } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';

type CustomRangeProps = {
  /** ISO 8601, from the URL. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly now: number;
  readonly onApply: (limits: Pick<UsageSearch, 'range' | 'from' | 'to'>) => void;
};

/** A form for the ends of a range, in the reader's time zone. Changes take effect when it is submitted. */
export function CustomRange({ from, to, now, onApply }: CustomRangeProps) {
  const [start, setStart] = useState(from);
  const [end, setEnd] = useState(to);
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const limits = { from: Date.parse(start ?? ''), ...(end !== undefined && { to: Date.parse(end) }) };
    const invalid = rangeProblem(limits, now);
    setProblem(invalid);
    if (invalid === undefined) onApply({ range: 'custom', from: start, to: end });
  };
  return (
    <form
      className={styles.custom}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <DateTimeField label="From" value={start} onChange={setStart} errorMessage={problem} />
      <DateTimeField label="To" value={end} onChange={setEnd} description="Exclusive. Leave empty to end now." />
      <div className={styles.apply}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}
