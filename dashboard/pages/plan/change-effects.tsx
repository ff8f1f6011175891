import type { Account, Key, Plan } from '../../api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatCount } from '../../format/numbers.ts';
import { formatDays } from '../../format/times.ts';
import { planTitle } from '../../format/words.ts';
import { type PlanFit, planFit } from './plan-use.ts';

type ChangeEffectsProps = {
  readonly account: Account;
  readonly to: Plan;
  /** The active keys; undefined while they load. */
  readonly keys: readonly Key[] | undefined;
};

/** What the customer must do before the change, cannot undo, or loses with it. */
export function ChangeEffects({ account, to, keys = [] }: ChangeEffectsProps) {
  const { excessKeys, overQuota } = planFit(to, keys);
  return (
    <>
      {account.plan?.open === false && (
        <Notice tone="caution" title={`You cannot come back to ${planTitle(account.plan)}`}>
          Only the operator can put you on it again.
        </Notice>
      )}
      {to.historyDays < account.historyDays && (
        <Notice tone="caution">
          Requests older than {formatDays(to.historyDays)} will be hidden at once. Usage figures stay.
        </Notice>
      )}
      {overQuota.length > 0 && <OverQuotaNotice to={to} overQuota={overQuota} />}
      {excessKeys > 0 && (
        <Notice
          tone="caution"
          title={`Revoke ${excessKeys} ${excessKeys === 1 ? 'key' : 'keys'} first`}
          actions={<LinkButton to="/keys">Go to keys</LinkButton>}
        >
          You have {keys.length} active keys, and {planTitle(to)} allows {to.keys}.
        </Notice>
      )}
    </>
  );
}

const mostNamed = 3;

function OverQuotaNotice({ to, overQuota }: { readonly to: Plan; readonly overQuota: PlanFit['overQuota'] }) {
  const named = overQuota.slice(0, mostNamed).map(({ name, today }) => `“${name}” (${formatCount(today)})`);
  const rest = overQuota.length - named.length;
  const keys = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
  return (
    <Notice tone="caution" title="Some keys stop until midnight UTC">
      These keys have already used up the {formatCount(to.limits.callsPerDay)} calls a day that {planTitle(to)} allows:{' '}
      {keys}. Their requests are refused until the day ends.
    </Notice>
  );
}
