import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

export type EntryPanelProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** What the panel in the front shows: a title, which the browser's tab shows too, a word on it, and the form. */
export const EntryPanel = ({ title, lead, children }: EntryPanelProps) => (
  <>
    <title>{`${title} · Sluice`}</title>
    <div>
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
    {children}
  </>
);
