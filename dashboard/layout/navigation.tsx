import { Link } from '@tanstack/react-router';
import {
  Activity,
  ChartColumn,
  CreditCard,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  UserRound,
} from 'lucide-react';
import styles from './navigation.module.css';

type PageLink = { readonly to: string; readonly label: string; readonly icon: LucideIcon };
type Group = { readonly label: string; readonly pages: readonly PageLink[] };

const groups = [
  { label: 'Start', pages: [{ to: '/', label: 'Overview', icon: LayoutDashboard }] },
  {
    label: 'Connect',
    pages: [
      { to: '/keys', label: 'Keys', icon: KeyRound },
      { to: '/endpoints', label: 'Endpoints', icon: Plug },
    ],
  },
  {
    label: 'Monitor',
    pages: [
      { to: '/usage', label: 'Usage', icon: ChartColumn },
      { to: '/history', label: 'History', icon: History },
      { to: '/activity', label: 'Activity', icon: Activity },
    ],
  },
  {
    label: 'Manage',
    pages: [
      { to: '/plan', label: 'Plan', icon: CreditCard },
      { to: '/account', label: 'Account', icon: UserRound },
    ],
  },
] as const satisfies readonly Group[];

/** The links to the pages of a signed-in user, in groups. */
export const Navigation = () => (
  <nav aria-label="Pages" className={styles.groups}>
    {groups.map(({ label, pages }) => (
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
