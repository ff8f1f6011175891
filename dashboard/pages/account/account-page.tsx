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

/** The profile, and the ways to sign in and out. */
export const AccountPage = () => (
  <Page title="Account" description="Your profile, password and sessions.">
    <ProfileCard />
    <PasswordCard />
    <SecondFactorCard />
    <SessionsCard />
  </Page>
);

/** The account's details. */
const ProfileCard = () => (
  <Card title="Profile">
    <QueryState query={useAccount()} loading={<Skeleton height="10.5rem" />}>
      {(account) => <Profile account={account} />}
    </QueryState>
  </Card>
);

const Profile = ({ account: { email, createdAt, accountId, planId, plan, state } }: { readonly account: Account }) => (
  <dl className={styles.facts}>
    <Fact name="Email address">{email}</Fact>
    <Fact name="Created">
      <AbsoluteTime at={createdAt} />
    </Fact>
    <Fact name="Account ID">
      <code>{accountId}</code> <CopyButton text={accountId} label="Copy account ID" />
    </Fact>
    <Fact name="Plan">
      <Link to="/plan" className={styles.plan}>
        {planId}
      </Link>{' '}
      {plan === null && <Badge tone="bad">No longer offered</Badge>}{' '}
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
