import { useEffect, useState } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { fromLocalInput, toLocalInput } from '../../../format/local-time.ts';

const settledAfter = 1_000;

export type DateTimeFieldProps = {
  readonly label: string;
  /** ISO 8601; undefined for none. */
  readonly value: string | undefined;
  readonly onChange: (moment: string | undefined) => void;
  readonly errorMessage?: string;
};

/** A moment in the browser's zone. It counts a moment after it was last changed: until then it is half typed. */
export function DateTimeField({ label, value, onChange, errorMessage }: DateTimeFieldProps) {
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (draft !== toLocalInput(value)) onChange(fromLocalInput(draft));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait anew
  useEffect(() => {
    if (draft === undefined || fromLocalInput(draft) === undefined) return;
    const timer = setTimeout(commit, settledAfter);
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
