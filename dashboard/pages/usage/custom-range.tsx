import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fromLocalTime, toLocalTime } from '../../format/local-time.ts';
import { timeZone } from '../../format/times.ts';
import styles from './usage.module.css';
import { rangeProblem } from './usage-range.ts';
import type { UsageSearch } from './usage-search.ts';

export type CustomRangeProps = {
  /** ISO 8601, as they stand in the address. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly now: number;
  readonly onApply: (limits: Pick<UsageSearch, 'range' | 'from' | 'to'>) => void;
};

/** Both ends of a range, in the browser's zone; nothing is shown before they are applied. */
export function CustomRange({ from, to, now, onApply }: CustomRangeProps) {
  const [begin, setBegin] = useState(from === undefined ? '' : toLocalTime(Date.parse(from)));
  const [end, setEnd] = useState(to === undefined ? '' : toLocalTime(Date.parse(to)));
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const range = { from: fromLocalTime(begin), to: end === '' ? undefined : fromLocalTime(end) };
    const found = rangeProblem(range, now);
    setProblem(found);
    if (found !== undefined) return;
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
        value={begin}
        onChange={setBegin}
        description={`In ${timeZone()}`}
        errorMessage={problem}
      />
      <TextField
        label="To"
        type="datetime-local"
        value={end}
        onChange={setEnd}
        description="Not included. Empty: until now"
      />
      <div className={styles.apply}>
        <Button type="submit" variant="primary">
          Show
        </Button>
      </div>
    </Form>
  );
}

const iso = (at: number): string => new Date(at).toISOString();
