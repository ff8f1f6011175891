import { type ComponentProps, type KeyboardEventHandler, type ReactNode, type Ref, useContext, useId } from 'react';
import styles from './field.module.css';
import { fieldProblem, SubmittedInvalid } from './field-problem.ts';

/** A suggested value with a hint. */
export type Suggestion = { readonly value: string; readonly hint: string };

type InputProps = Pick<
  ComponentProps<'input'>,
  'name' | 'inputMode' | 'autoComplete' | 'autoCorrect' | 'autoFocus' | 'maxLength' | 'placeholder'
>;

export type TextFieldProps = InputProps & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'datetime-local';
  readonly spellCheck?: 'true' | 'false';
  readonly onBlur?: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
  /** Whether a `SubmitForm` refuses an empty field. */
  readonly isRequired?: boolean;
  /** What is wrong with the value: a `SubmitForm` refuses it. */
  readonly validate?: (value: string) => string | undefined;
  /** Marks the field as invalid and says why. */
  readonly errorMessage?: string | undefined;
  readonly description?: ReactNode;
  /** Makes it a multi-line field with this many rows. */
  readonly rows?: number;
  readonly monospace?: boolean;
  /** Values that the browser suggests; others are allowed. */
  readonly suggestions?: readonly Suggestion[];
  /** A button beside the value. */
  readonly action?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
};

/** A labelled text field with a description and an error message, both announced by screen readers. */
export function TextField({ label, description, action, suggestions = [], ...props }: TextFieldProps) {
  const { errorMessage, validate, monospace, rows, onChange, inputRef, isRequired, ...rest } = props;
  const id = useId();
  const problem = fieldProblem(props);
  const isSubmitted = useContext(SubmittedInvalid);
  const shown = errorMessage ?? (isSubmitted ? problem : undefined);
  const isInvalid = shown !== undefined;
  const describedBy = [...(isInvalid ? [`${id}-error`] : []), ...(description ? [`${id}-description`] : [])];
  const input = {
    ...rest,
    id,
    required: isRequired,
    className: `${styles.input} ${monospace ? styles.mono : ''}`,
    // Keeps the form from being submitted.
    'data-problem': problem,
    'data-invalid': isInvalid || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {rows === undefined ? (
        <div className={styles.row}>
          <input
            {...input}
            {...(suggestions.length > 0 && { list: `${id}-list` })}
            ref={inputRef}
            onChange={({ target }) => onChange(target.value)}
          />
          {action}
          {suggestions.length > 0 && <Suggestions id={`${id}-list`} suggestions={suggestions} />}
        </div>
      ) : (
        <textarea {...input} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )}
      {description !== undefined && (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
      {isInvalid && (
        <span id={`${id}-error`} className={styles.error}>
          {shown}
        </span>
      )}
    </div>
  );
}

const Suggestions = ({ id, suggestions }: { readonly id: string; readonly suggestions: readonly Suggestion[] }) => (
  <datalist id={id}>
    {suggestions.map(({ value, hint }) => (
      <option key={value} value={value}>
        {hint}
      </option>
    ))}
  </datalist>
);

type CodeFieldProps = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Whether the code has letters, too. Otherwise phones show a keypad of digits. */
  readonly hasLetters?: boolean;
  readonly autoFocus?: boolean;
};

/** A field for a one-time code from an email or an authenticator app. Phones offer to fill it in. */
export const CodeField = ({ hasLetters = false, autoFocus = true, ...props }: CodeFieldProps) => (
  <TextField
    {...props}
    name="code"
    inputMode={hasLetters ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    spellCheck="false"
    autoFocus={autoFocus}
    isRequired
    monospace
  />
);
