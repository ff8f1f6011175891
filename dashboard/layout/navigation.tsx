import { Link } from '@tanstack/react-router';
import styles from './navigation.module.css';
import { pageGroups } from './navigation-pages.ts';

/** The links to the pages of a signed-in user, in groups. */
export const Navigation = () => (
  <nav aria-label="Pages" className={styles.groups}>
    {pageGroups.map(({ label, pages }) => (
      <ul key={label} className={styles.pages} aria-label={label}>
        {pages.map(({ to, label: page, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.page} activeOptions={{ exact: to === '/', includeSearch: false }}>
              <Icon size={18} aria-hidden="true" />
              {page}
            </Link>
          </li>
        ))}
      </ul>
    ))}
  </nav>
);
