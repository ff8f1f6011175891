import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Account } from '../../api/api.ts';
import type { Billing } from '../../api/billing.ts';
import { LinkButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { DateOf, useNow } from '../../components/time.tsx';
import { minuteMs } from '../../format/durations.ts';
import { useTimeZone } from '../../format/time-zone.ts';
import { planTitle } from '../../format/words.ts';
import styles from './notices.module.css';
import { trialEnd } from './trial-end.ts';

type AccountProps = { readonly account: Account };

/** Says on every page why requests with the account's keys are refused, or soon will be. */
export const AccountNotices = ({ account }: { readonly account: Account | undefined }) =>
  account && (
    <>
      {account.plan === null ? <NoPlanNotice account={account} /> : <PaymentFailedNotice account={account} />}
      {account.excessKeys && <ExcessKeysNotice {...account.excessKeys} />}
      {account.state === 'suspended' && (
        <div className={styles.notice}>
          <Notice tone="bad" title="This account is suspended">
            All requests with its keys are refused. <ContactSupport />
          </Notice>
        </div>
      )}
    </>
  );

function NoPlanNotice({ account: { inactiveReason, planId } }: AccountProps) {
  if (inactiveReason === 'unpaid') {
    return (
      <PlanNotice
        title={`Your ${planTitle({ planId })} plan is not paid`}
        action={<PlanLink label="Pay or choose a plan" />}
      >
        Requests with your keys are refused until you pay the invoice. If it is for a month, you can also choose another
        plan.
      </PlanNotice>
    );
  }
  if (inactiveReason === 'too_many_keys') {
    return (
      <PlanNotice title={`You have too many keys for the ${planTitle({ planId })} plan`} action={<KeysLink />}>
        Your paid plan has ended. Requests with your keys are refused until you revoke keys or choose a larger plan.
      </PlanNotice>
    );
  }
  return (
    <PlanNotice
      title={`The ${planTitle({ planId })} plan is no longer offered`}
      action={<PlanLink label="Choose a plan" />}
    >
      Requests with your keys are refused until you choose another plan.
    </PlanNotice>
  );
}

const PaymentFailedNotice = ({ account: { graceEndsAt, planId } }: AccountProps) =>
  graceEndsAt !== null && (
    <PlanNotice title="Your last payment failed" action={<PlanLink label="Pay" />}>
      Your {planTitle({ planId })} plan ends on <DateOf at={graceEndsAt} /> unless the invoice is paid. Requests with
      your keys are refused from then on.
    </PlanNotice>
  );

/** A card is charged for the first time: said while the customer can still decide otherwise. */
export function TrialNotice({ billing }: { readonly billing: Billing }) {
  const end = trialEnd(billing, useNow(minuteMs), useTimeZone());
  return (
    end && (
      <PlanNotice tone="caution" title={end.title} action={<PlanLink label="See plans" />}>
        {end.text}
      </PlanNotice>
    )
  );
}

/** The plan was changed at Stripe, so that it has fewer keys than are active. */
const ExcessKeysNotice = ({ allowed, endsAt }: NonNullable<Account['excessKeys']>) => (
  <PlanNotice title={`Your plan has only ${allowed} ${allowed === 1 ? 'key' : 'keys'}`} action={<KeysLink />}>
    Your plan was changed at the payment provider, and you have more keys than it allows. On <DateOf at={endsAt} />, the
    keys that were not used for longest are revoked. To decide yourself which ones stay, revoke keys or choose a larger
    plan.
  </PlanNotice>
);

type PlanNoticeProps = {
  readonly tone?: 'bad' | 'caution';
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
};

const PlanNotice = ({ tone = 'bad', title, action, children }: PlanNoticeProps) => (
  <div className={styles.notice}>
    <Notice tone={tone} title={title} actions={action}>
      {children}
    </Notice>
  </div>
);

/** Leads to the plan page, if another page is open. */
const PlanLink = ({ label }: { readonly label: string }) =>
  useLocation().pathname !== '/plan' && <LinkButton to="/plan">{label}</LinkButton>;

/** Leads to the keys, or from there to the plans. */
const KeysLink = () =>
  useLocation().pathname === '/keys' ? (
    <LinkButton to="/plan">See plans</LinkButton>
  ) : (
    <LinkButton to="/keys">Go to keys</LinkButton>
  );
