import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

export type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly hint?: string };

type SelectProps<Value extends string> = {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
};

/** A choice between several values in a drop-down list: the browser's own, which opens at once, however large the page is. */
export function Select<Value extends string>({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: SelectProps<Value>) {
  const id = useId();
  const choose = (chosen: string) => {
    const choice = choices.find((candidate) => candidate.value === chosen);
    if (choice) onChange(choice.value);
  };
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => choose(target.value)}
          className={styles.select}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.hint === undefined ? choice.label : `${choice.label} · ${choice.hint}`}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" className={styles.arrow} />
      </div>
    </div>
  );
}
