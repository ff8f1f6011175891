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

type PageLink = { readonly to: string; readonly label: string; readonly icon: LucideIcon };
type Group = { readonly label: string; readonly pages: readonly PageLink[] };

/** The pages of a signed-in user, in groups. */
export const pageGroups = [
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

/** The pages of a signed-in user, in the order of their links. */
export const navigationPages = pageGroups.flatMap(({ pages }) => [...pages]);
