import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

type CardProps = {
  readonly title?: string;
  readonly description?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A section of a page, labelled by its title. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} {...(title !== undefined && { 'aria-labelledby': id })}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.header}>
          <div className={styles.titles}>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
