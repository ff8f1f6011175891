import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fromLocalTime, toLocalTime } from '../../format/local-time.ts';
import { useTimeZone } from '../../format/time-zone.ts';
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

/** A form for the ends of a range, in the browser's zone. Changes take effect when it is submitted. */
export function CustomRange({ from, to, now, onApply }: CustomRangeProps) {
  const [start, setStart] = useState(from === undefined ? '' : toLocalTime(Date.parse(from)));
  const [end, setEnd] = useState(to === undefined ? '' : toLocalTime(Date.parse(to)));
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const range = { from: fromLocalTime(start), to: end === '' ? undefined : fromLocalTime(end) };
    const invalid = rangeProblem(range, now);
    setProblem(invalid);
    if (invalid !== undefined) return;
    onApply({ range: 'custom', from: iso(range.from), to: range.to === undefined ? undefined : iso(range.to) });
  };
  return (
    <Form
      className={styles.custom}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label="From"
        type="datetime-local"
        value={start}
        onChange={setStart}
        description={`Times in ${useTimeZone()}`}
        errorMessage={problem}
      />
      <TextField
        label="To"
        type="datetime-local"
        value={end}
        onChange={setEnd}
        description="Exclusive. Leave empty to end now."
      />
      <div className={styles.apply}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </Form>
  );
}

const iso = (at: number): string => new Date(at).toISOString();
