import { lazy, Suspense } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { useCarriedState } from '../../session/carried-state.ts';
import styles from './account.module.css';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ExportCard } from './export/export-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

// Loaded after the page: what it shares with the other pages would make the first load too large.
const RecentActivityCard = lazy(() =>
  import('./late-cards.tsx').then((module) => ({ default: module.RecentActivityCard })),
);

const TokensCard = lazy(() => import('./late-cards.tsx').then((module) => ({ default: module.TokensCard })));

/** The profile, the ways to sign in and out, and the ways to leave. */
export const AccountPage = () => (
  <Page title="Account" description="Your profile, how you sign in, and your data.">
    <DoneNotice />
    <div className={styles.columns}>
      <div className={styles.column}>
        <ProfileCard />
        <PasswordCard />
      </div>
      <div className={styles.column}>
        <SecondFactorCard />
        <SessionsCard />
        <Suspense fallback={<Skeleton height="15rem" label="Loading activity" />}>
          <RecentActivityCard />
        </Suspense>
      </div>
    </div>
    <Suspense fallback={<Skeleton height="9rem" label="Loading tokens" />}>
      <TokensCard />
    </Suspense>
    <div className={styles.columns}>
      <ExportCard />
      <DeleteAccountCard />
    </div>
  </Page>
);

const completed = {
  'password-set': undefined,
  'password-changed': 'Your password was changed. Your sessions in other browsers have ended.',
  'email-changed': 'Your email address was changed. Your sessions in other browsers have ended.',
  recovered: 'A recovery code turned two-factor authentication off. Set it up again to protect your account.',
};

/** Says what was changed before the user signed in again. */
function DoneNotice() {
  const { done } = useCarriedState();
  const text = done && completed[done];
  if (text === undefined) return null;
  return <Notice tone={done === 'recovered' ? 'caution' : 'good'}>{text}</Notice>;
}
