import {
  CircleDot,
  CreditCard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  Pencil,
  RefreshCw,
  ShieldCheck,
  Trash2,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import styles from './activity.module.css';

// The first that an action begins with.
const icons: readonly (readonly [string, LucideIcon])[] = [
  ['key_rotated', RefreshCw],
  ['key_renamed', Pencil],
  ['key_revoked', Trash2],
  ['key_leak', TriangleAlert],
  ['key_', KeyRound],
  ['keys_', KeyRound],
  ['payment_', CreditCard],
  ['plan_', CreditCard],
  ['refund_', CreditCard],
  ['email_', Mail],
  ['password_', ShieldCheck],
  ['recovery_', ShieldCheck],
  ['second_factor_', ShieldCheck],
  ['sessions_', LogOut],
  ['token_leak', TriangleAlert],
  ['token_', KeyRound],
  ['account_', UserRound],
];

/** An icon for the kind of a change; the text beside it says what was done. */
export function ActivityIcon({ action }: { readonly action: string }) {
  const Icon = icons.find(([start]) => action.startsWith(start))?.[1] ?? CircleDot;
  return (
    <span className={styles.icon}>
      <Icon size={16} aria-hidden="true" />
    </span>
  );
}
