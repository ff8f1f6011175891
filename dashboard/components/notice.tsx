import type { ReactNode } from 'react';
import styles from './notice.module.css';

export type NoticeProps = {
  readonly tone?: 'info' | 'caution' | 'bad' | 'good';
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** Something to know in its place on the page; screen readers hear bad news at once. */
export const Notice = ({ tone = 'info', title, actions, children }: NoticeProps) => (
  <div role={tone === 'bad' ? 'alert' : 'status'} className={`${styles.notice} ${styles[tone]}`}>
    <div className={styles.text}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
    {actions}
  </div>
);
