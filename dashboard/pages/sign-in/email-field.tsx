import { TextField } from '../../components/text-field.tsx';

export type EmailFieldProps = {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly autoFocus: boolean;
};

/** The address that one signs in with. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    {...props}
    label="E-mail address"
    type="email"
    name="email"
    autoComplete="username"
    spellCheck="false"
    isRequired
  />
);
