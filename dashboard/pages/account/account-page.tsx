import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Account } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/code-block.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import styles from './account.module.css';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Who is signed in, and how. */
export const AccountPage = () => (
  <Page title="Account" description="Who you are here, and how you sign in.">
    <ProfileCard />
    <PasswordCard />
    <SecondFactorCard />
    <SessionsCard />
  </Page>
);

/** What the service knows of the account. */
export const ProfileCard = () => (
  <Card title="Profile">
    <QueryState query={useAccount()} loading={<Skeleton height="10.5rem" />}>
      {(account) => <Profile account={account} />}
    </QueryState>
  </Card>
);

const Profile = ({ account: { email, createdAt, accountId, plan, state } }: { readonly account: Account }) => (
  <dl className={styles.facts}>
    <Fact name="E-mail address">{email}</Fact>
    <Fact name="Account since">
      <AbsoluteTime at={createdAt} />
    </Fact>
    <Fact name="Account id">
      <code>{accountId}</code> <CopyButton text={accountId} label="Copy account id" />
    </Fact>
    <Fact name="Plan">
      <Link to="/plan" className={styles.plan}>
        {plan.planId}
      </Link>{' '}
      {state === 'suspended' && <Badge tone="bad">Suspended</Badge>}
    </Fact>
  </dl>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
