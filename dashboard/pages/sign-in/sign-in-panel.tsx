import type { ReactNode } from 'react';
import { TextField } from '../../components/text-field.tsx';
import styles from './sign-in.module.css';

export type SignInPanelProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** What the panel in the front shows: a title, which the browser's tab shows too, a word on it, and the form. */
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
