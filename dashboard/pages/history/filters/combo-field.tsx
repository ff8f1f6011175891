import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import styles from '../../../components/combo-box.module.css';
import fieldStyles from '../../../components/field.module.css';
import type { useComboBox } from '../../../components/use-combo-box.ts';

/** An option of a {@link ComboField}. */
export type ComboOption = {
  readonly id: string;
  readonly text: string;
  readonly hint: string;
  readonly isChosen: boolean;
};

type ComboFieldProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
  readonly options: readonly ComboOption[];
  readonly comboBox: ReturnType<typeof useComboBox>;
  /** What is wrong with the text. */
  readonly problem?: string | undefined;
  /** Shown with the list. */
  readonly note?: string | undefined;
};

/** A text field with a list of options below it. */
export function ComboField(props: ComboFieldProps) {
  const { label, placeholder, text, onType, onLeave, comboBox, problem } = props;
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          {...comboBox.input}
          id={id}
          value={text}
          placeholder={placeholder}
          maxLength={64}
          aria-invalid={problem !== undefined || undefined}
          data-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => {
            onType(target.value);
            comboBox.search();
          }}
          onFocus={({ target }) => target.select()}
          onClick={comboBox.open}
          onBlur={() => {
            comboBox.close();
            onLeave();
          }}
          className={fieldStyles.input}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${label}: show the list`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={comboBox.toggle}
          className={styles.open}
        >
          <ChevronDown size={16} aria-hidden="true" />
        </button>
        {comboBox.isOpen && <Options {...props} />}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldStyles.error}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Options({ label, options, comboBox, note }: ComboFieldProps) {
  if (options.length === 0 && note === undefined) return null;
  return (
    <div className={styles.list}>
      {note !== undefined && (
        <p role="status" className={styles.note}>
          {note}
        </p>
      )}
      {options.length > 0 && (
        <div {...comboBox.list(label)} className={styles.options}>
          {options.map(({ id, text, hint, isChosen }, place) => (
            <div key={id} {...comboBox.option(place, isChosen)} className={styles.item}>
              <span>{text}</span>
              {isChosen && <Check size={16} aria-hidden="true" />}
              <span className={styles.hint}>{hint}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
