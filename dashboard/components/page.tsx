import { type ReactNode, useEffect } from 'react';
import { useService } from '../service.ts';
import styles from './page.module.css';

type PageProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A page with its title, which is also the title of the browser tab. */
export function Page({ title, description, actions, children }: PageProps) {
  const { name } = useService();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {description !== undefined && <p className={styles.description}>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
