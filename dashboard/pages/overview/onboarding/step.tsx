import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './onboarding.module.css';

type StepProps = {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  /** Undefined while an earlier step is not done. */
  readonly children?: ReactNode;
};

/** A step that ticks itself off. */
export const Step = ({ number, title, isDone, children }: StepProps) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <span className={styles.number} aria-hidden="true">
      {isDone ? <Check size={16} /> : number}
    </span>
    <div className={styles.body}>
      <h3>
        {title}
        {isDone && <span className={styles.hidden}>: done</span>}
      </h3>
      {children}
    </div>
  </li>
);
