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

/** A value that a field proposes, and what is to be said of it. */
export type Suggestion = { readonly value: string; readonly hint: string };

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> & {
  readonly label: string;
  readonly description?: ReactNode;
  /** What is wrong with the value; the field is invalid while there is something. */
  readonly errorMessage?: string | undefined;
  readonly placeholder?: string;
  /** Lines of text instead of one. */
  readonly rows?: number;
  readonly monospace?: boolean;
  /** What the browser proposes while something is typed; anything else is allowed too. */
  readonly suggestions?: readonly Suggestion[];
  /** A button beside the value. */
  readonly action?: ReactNode;
};

/** A labelled text field with a description and an error message that screen readers hear. */
export function TextField({ label, description, errorMessage, placeholder, rows, monospace, ...rest }: TextFieldProps) {
  const { action, suggestions = [], ...props } = rest;
  const list = useId();
  const className = `${styles.input} ${monospace ? styles.mono : ''}`;
  return (
    <AriaTextField
      {...props}
      // Undefined, not false, where nothing is known to be wrong: false would hide what the browser finds.
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

export type CodeFieldProps = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (code: string) => void;
};

/** A field for a code of a few digits that was sent or that an app shows; phones offer to fill it in. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField
    {...props}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck="false"
    autoFocus
    isRequired
    monospace
  />
);
