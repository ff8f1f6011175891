import { Label, Radio, RadioGroup } from 'react-aria-components';
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
export function Segments<Value extends string>({
  label,
  hideLabel = false,
  choices,
  value,
  onChange,
}: SegmentsProps<Value>) {
  const choose = (chosen: string) => {
    const choice = choices.find((candidate) => candidate.value === chosen);
    if (choice) onChange(choice.value);
  };
  // Nothing to choose.
  if (choices.length < 2) return null;
  return (
    <RadioGroup
      value={value}
      onChange={choose}
      orientation="horizontal"
      className={fieldStyles.field}
      {...(hideLabel && { 'aria-label': label })}
    >
      {!hideLabel && <Label className={fieldStyles.label}>{label}</Label>}
      <div className={styles.segments}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className={styles.segment}>
            {choice.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
