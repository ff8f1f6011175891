import { useActiveKeys } from '../../api/keys.ts';
import { useUsage } from '../../api/usage.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useNow } from '../../format/use-now.ts';
import { FirstSteps } from './first-steps.tsx';
import { Headline } from './headline.tsx';
import { KeysNow } from './keys-now.tsx';
import { rangeAt } from './range.ts';
import { Volume } from './volume.tsx';

const countersEvery = 3_000;
const figuresEvery = 30_000;

/** How the account does now: what is used of the limits, what fails, how fast it is, and which key it is. */
export function OverviewPage() {
  const keys = useActiveKeys({ every: countersEvery });
  const range = rangeAt(useNow(figuresEvery));
  const usage = useUsage(range, { every: figuresEvery });
  const isNew = keys.data?.length === 0 && usage.data?.total.calls === 0;
  return (
    <Page
      title="Overview"
      description="All your keys, today and in the last 24 hours."
      actions={<LinkButton to="/usage">All usage</LinkButton>}
    >
      {isNew && <FirstSteps />}
      <QueryState query={keys} loading={<Skeleton height="7.5rem" />}>
        {(active) => <Headline keys={active} usage={usage.data} />}
      </QueryState>
      <QueryState query={usage} loading={<Skeleton height="22rem" />}>
        {(figures) => <Volume usage={figures} />}
      </QueryState>
      <QueryState query={keys} loading={<Skeleton height="16rem" />}>
        {(active) => <KeysNow keys={active} range={range} every={figuresEvery} />}
      </QueryState>
    </Page>
  );
}
