import { useId, useState } from 'react';
import { passwordPolicy, passwordProblem } from '../session/password-policy.ts';
import { Button } from './button.tsx';
import styles from './password-fields.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

type NewPasswordFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly autoFocus?: boolean;
};

/** A field for a new password, with the requirements and which of them it meets. */
export function NewPasswordField({ label, value, onChange, autoFocus = false }: NewPasswordFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <PasswordField
        label={label}
        value={value}
        onChange={onChange}
        autoFocus={autoFocus}
        name="new-password"
        autoComplete="new-password"
        validate={passwordProblem}
        aria-describedby={id}
      />
      <ul id={id} aria-label="Password requirements" className={styles.requirements}>
        {passwordPolicy.map(({ text, isMet }) => (
          <Requirement key={text} text={text} isMet={isMet(value)} />
        ))}
      </ul>
    </div>
  );
}

const Requirement = ({ text, isMet }: { readonly text: string; readonly isMet: boolean }) => (
  <li className={isMet ? styles.met : styles.unmet}>
    <span aria-hidden="true" className={styles.mark}>
      {isMet ? '✓' : '○'}
    </span>
    {text}
    <span className={styles.visuallyHidden}>{isMet ? ', met' : ', not met'}</span>
  </li>
);

/** A password field with a button to show the password. Pasting and password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      isRequired
      action={
        <Button onPress={() => setShown(!isShown)} aria-label={isShown ? 'Hide password' : 'Show password'}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
