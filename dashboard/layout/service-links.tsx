import { SupportLink } from '../components/support-link.tsx';
import { useService } from '../service.ts';
import styles from './service-links.module.css';

/** The operator's links, as far as they are set. */
export function ServiceLinks() {
  const { support, terms } = useService();
  if (support === undefined && terms === undefined) return null;
  return (
    <ul className={styles.links} aria-label="Help">
      {support !== undefined && (
        <li>
          <SupportLink />
        </li>
      )}
      {terms !== undefined && (
        <li>
          <a href={terms}>Terms</a>
        </li>
      )}
    </ul>
  );
}
