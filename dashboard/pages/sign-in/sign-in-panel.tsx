import type { ReactNode } from 'react';
import { TextField } from '../../components/text-field.tsx';
import { useService } from '../../service.ts';
import styles from './sign-in.module.css';

type SignInPanelProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** The panel of a signed-out page: a title, which is also the title of the browser tab, a lead and the form. */
export function SignInPanel({ title, lead, children }: SignInPanelProps) {
  const { name } = useService();
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </>
  );
}

type EmailFieldProps = {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly autoFocus: boolean;
  readonly validate?: (email: string) => string | undefined;
};

/** The email address to sign in with. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    {...props}
    label="Email address"
    type="email"
    name="email"
    autoComplete="username"
    spellCheck="false"
    isRequired
  />
);
