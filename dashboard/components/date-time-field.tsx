import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { fromTimeText, toTimeText } from '../format/time-text.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { Button } from './button.tsx';
import styles from './date-time-field.module.css';
import { TextField } from './text-field.tsx';

type DateTimeFieldProps = {
  readonly label: string;
  /** ISO 8601; undefined if the field is empty. */
  readonly value: string | undefined;
  /** Called when the user leaves the field, presses Enter or picks a day, with a time that was read. */
  readonly onChange: (moment: string | undefined) => void;
  readonly description?: string;
  readonly errorMessage?: string | undefined;
};

/** A date and time as text, `2026-11-20 17:20`, in the shown time zone, with the browser's calendar beside it. */
export function DateTimeField({ label, value, onChange, description, errorMessage }: DateTimeFieldProps) {
  const zone = useTimeZone();
  const shown = value === undefined ? '' : toTimeText(Date.parse(value), zone);
  const [draft, setDraft] = useState<string>();
  const text = draft ?? shown;
  const isReadable = text.trim() === '' || fromTimeText(text, zone) !== undefined;
  const commit = (written: string) => {
    const at = fromTimeText(written, zone);
    if (at === undefined && written.trim() !== '') return;
    setDraft(undefined);
    const moment = at === undefined ? undefined : new Date(at).toISOString();
    if (written !== shown) onChange(moment);
  };
  return (
    <TextField
      label={`${label} (${zone})`}
      value={text}
      placeholder="YYYY-MM-DD HH:MM"
      inputMode="text"
      autoComplete="off"
      spellCheck="false"
      onChange={setDraft}
      onBlur={() => commit(text)}
      onKeyDown={({ key }) => key === 'Enter' && commit(text)}
      description={description}
      errorMessage={isReadable ? errorMessage : 'Write the date and time like 2026-11-20 17:20.'}
      action={<Calendar label={label} text={shown} onPick={commit} />}
    />
  );
}

type CalendarProps = { readonly label: string; readonly text: string; readonly onPick: (text: string) => void };

/** Opens the browser's own calendar. Its field is hidden, because it shows dates in the format of the browser's language. */
function Calendar({ label, text, onPick }: CalendarProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.calendar}>
      <input
        ref={picker}
        type="datetime-local"
        className={styles.picker}
        tabIndex={-1}
        aria-hidden="true"
        value={text.replace(' ', 'T')}
        onChange={(event) => onPick(event.target.value.replace('T', ' '))}
      />
      <Button
        size="small"
        variant="quiet"
        aria-label={`${label}: open the calendar`}
        onPress={() => picker.current?.showPicker()}
      >
        <CalendarDays size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}
