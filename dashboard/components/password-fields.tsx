import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { passwordProblem, passwordRequirement } from '../session/password-policy.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

type NewPasswordFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly autoFocus?: boolean;
  /** Of the user: it must not be the password. */
  readonly email: string;
};

/** A field for a new password, with the requirement. */
export const NewPasswordField = ({ email, ...props }: NewPasswordFieldProps) => (
  <PasswordField
    {...props}
    name="new-password"
    autoComplete="new-password"
    validate={(password) => passwordProblem(password, email)}
    description={passwordRequirement}
  />
);

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'action'>;

/** A password field with a button to show the password. Pasting and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      isRequired
      action={
        <button
          type="button"
          data-inside
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </button>
      }
    />
  );
}

type CurrentPasswordFieldProps = Pick<PasswordFieldProps, 'label' | 'value' | 'onChange' | 'autoFocus'> & {
  /** Tells password managers whose password it is. */
  readonly email: string;
};

/** A field for the signed-in user's password, which proves who asks for a change. */
export const CurrentPasswordField = ({ email, ...props }: CurrentPasswordFieldProps) => (
  <>
    <AccountOfPassword email={email} />
    <PasswordField {...props} name="password" autoComplete="current-password" />
  </>
);

/** Tells password managers whose password the form asks for. */
export const AccountOfPassword = ({ email }: { readonly email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
);
