import { useId, useState } from 'react';
import { passwordPolicy, passwordProblem } from '../session/password-policy.ts';
import { Button } from './button.tsx';
import styles from './new-password-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type NewPasswordFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly autoFocus?: boolean;
};

/** A field for a password to be, with what it has to meet and what of that it meets already. */
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
      <ul id={id} aria-label="What a password has to meet" className={styles.demands}>
        {passwordPolicy.map(({ text, isMet }) => (
          <Demand key={text} text={text} isMet={isMet(value)} />
        ))}
      </ul>
    </div>
  );
}

const Demand = ({ text, isMet }: { readonly text: string; readonly isMet: boolean }) => (
  <li className={isMet ? styles.met : styles.unmet}>
    <span aria-hidden="true" className={styles.mark}>
      {isMet ? '✓' : '○'}
    </span>
    {text}
    <span className={styles.heard}>{isMet ? ', met' : ', not met yet'}</span>
  </li>
);

/** A field for a password, hidden unless one asks to see it; it may be pasted and filled in by a password manager. */
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
