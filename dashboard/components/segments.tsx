import { useId } from 'react';
import fieldStyles from './field.module.css';
import styles from './segments.module.css';
import type { Choice } from './select.tsx';

type SegmentsProps<Value extends string> = {
  readonly label: string;
  /** Hides the label visually; screen readers still announce it. */
  readonly hideLabel?: boolean;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** A choice between a few values, all visible; nothing if there is only one. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, hideLabel = false, choices, value, onChange } = props;
  const name = useId();
  // Nothing to choose.
  if (choices.length < 2) return null;
  return (
    <fieldset className={styles.group} {...(hideLabel && { 'aria-label': label })}>
      {!hideLabel && <legend className={fieldStyles.label}>{label}</legend>}
      <div className={styles.segments}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className={styles.radio}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
