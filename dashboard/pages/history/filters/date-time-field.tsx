import { useEffect, useState } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { fromLocalInput, toLocalInput } from '../../../format/local-time.ts';

const commitAfter = 1_000;

type DateTimeFieldProps = {
  readonly label: string;
  /** ISO 8601; undefined if the field is empty. */
  readonly value: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
  readonly errorMessage?: string;
};

/** A date and time in the browser's time zone. Changes take effect after a pause, because the value may be half typed. */
export function DateTimeField({ label, value, onChange, errorMessage }: DateTimeFieldProps) {
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (draft !== toLocalInput(value)) onChange(fromLocalInput(draft));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft restarts the wait
  useEffect(() => {
    if (draft === undefined || fromLocalInput(draft) === undefined) return;
    const timer = setTimeout(commit, commitAfter);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={draft ?? toLocalInput(value)}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
      errorMessage={errorMessage}
    />
  );
}
