import { Link } from '@tanstack/react-router';
import { CircleHelp, FileText, LifeBuoy } from 'lucide-react';
import { useService } from '../service.ts';
import styles from './help-menu.module.css';
import { helpPages } from './help-pages.ts';
import navigation from './navigation.module.css';

/** The docs, the status and the operator's links, behind one line of the navigation. */
export function HelpMenu() {
  const { support, terms } = useService();
  return (
    <details className={styles.help}>
      <summary className={navigation.page}>
        <CircleHelp size={18} aria-hidden="true" />
        Help
      </summary>
      <ul className={navigation.pages} aria-label="Help">
        {helpPages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={navigation.page} activeOptions={{ includeSearch: false }}>
              <Icon size={18} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
        {support !== undefined && (
          <li>
            <a href={support} className={navigation.page}>
              <LifeBuoy size={18} aria-hidden="true" />
              Contact support
            </a>
          </li>
        )}
        {terms !== undefined && (
          <li>
            <a href={terms} className={navigation.page}>
              <FileText size={18} aria-hidden="true" />
              Terms
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}
