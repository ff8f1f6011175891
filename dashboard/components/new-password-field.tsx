import { useId } from 'react';
import { faultOf, passwordPolicy } from '../session/password-policy.ts';
import styles from './new-password-field.module.css';
import { PasswordField } from './password-field.tsx';

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
        validate={faultOf}
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
