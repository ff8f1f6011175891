import type { ReactNode } from 'react';
import { TextField } from '../../components/text-field.tsx';
import styles from './sign-in.module.css';

type SignInPanelProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** The panel of a signed-out page: a title, which is also the title of the browser tab, a lead and the form. */
export const SignInPanel = ({ title, lead, children }: SignInPanelProps) => (
  <>
    <title>{`${title} · Sluice`}</title>
    <div>
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
    {children}
  </>
);

type EmailFieldProps = {
  readonly value: string;
  readonly onChange: (email: string) => void;
  readonly autoFocus: boolean;
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
