import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import type { Account } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/code-block.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import styles from './account.module.css';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

/** The account's details. */
export const ProfileCard = () => (
  <Card title="Profile">
    <div className={styles.profile}>
      <QueryState query={useAccount()} loading={<Skeleton height="var(--profile-height)" />}>
        {(account) => <Profile account={account} />}
      </QueryState>
    </div>
  </Card>
);

const Profile = ({ account: { email, createdAt, accountId, planId, plan, state } }: { readonly account: Account }) => (
  <dl className={styles.facts}>
    <Fact name="Email address">
      {email} <ChangeEmail email={email} />
    </Fact>
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
      {plan === null && <Badge tone="bad">Not active</Badge>}{' '}
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

function ChangeEmail({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label="Change email address" onPress={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && <ChangeEmailDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}
