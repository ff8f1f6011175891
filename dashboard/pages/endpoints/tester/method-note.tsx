import { Notice } from '../../../components/notice.tsx';
import type { Method } from '../methods.ts';
import styles from './tester.module.css';

/** What a method does, where it is documented, and what has to be filled in first. */
export const MethodNote = ({ method }: { readonly method: Method }) => (
  <>
    <p className={styles.hint}>
      {method.about}.{' '}
      <a href={method.documentation} target="_blank" rel="noreferrer">
        Documentation of {method.name}
      </a>
    </p>
    {method.note !== undefined && <Notice tone={method.writes ? 'caution' : 'info'}>{method.note}</Notice>}
  </>
);
