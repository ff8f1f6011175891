import { type ReactNode, useId } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import styles from './field.module.css';

/** A suggested value with a hint. */
export type Suggestion = { readonly value: string; readonly hint: string };

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> & {
  readonly label: string;
  readonly description?: ReactNode;
  /** Marks the field as invalid and says why. */
  readonly errorMessage?: string | undefined;
  readonly placeholder?: string;
  /** Makes it a multi-line field with this many rows. */
  readonly rows?: number;
  readonly monospace?: boolean;
  /** Values that the browser suggests; others are allowed. */
  readonly suggestions?: readonly Suggestion[];
  /** A button beside the value. */
  readonly action?: ReactNode;
};

/** A labelled text field with a description and an error message, both announced by screen readers. */
export function TextField({ label, description, errorMessage, placeholder, rows, monospace, ...rest }: TextFieldProps) {
  const { action, suggestions = [], ...props } = rest;
  const list = useId();
  const className = `${styles.input} ${monospace ? styles.mono : ''}`;
  return (
    <AriaTextField
      {...props}
      // Undefined instead of false: false would hide the browser's own validation.
      isInvalid={errorMessage !== undefined || props.isInvalid}
      className={styles.field}
    >
      <Label className={styles.label}>{label}</Label>
      {rows === undefined ? (
        <div className={styles.row}>
          <Input className={className} placeholder={placeholder} {...(suggestions.length > 0 && { list })} />
          {action}
          {suggestions.length > 0 && <Suggestions id={list} suggestions={suggestions} />}
        </div>
      ) : (
        <TextArea className={className} placeholder={placeholder} rows={rows} />
      )}
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>{errorMessage}</FieldError>
    </AriaTextField>
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
