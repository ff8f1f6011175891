import { memo, useDeferredValue, useState } from 'react';
import { useHasNoPlan } from '../../api/account.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { useNetworks } from '../../api/networks.ts';
import { LinkButton } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { isDecided, QueryState, Skeleton } from '../../components/query-state.tsx';
import { TimeZoneChoice } from '../../components/time-zone-choice.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { isNoneUsed } from '../keys/key-state.ts';
import { CallsByHour } from './calls-by-hour.tsx';
import { ErrorsCard } from './errors-card.tsx';
import { KeysCard } from './keys-card.tsx';
import styles from './overview.module.css';
import { PlanCard } from './plan-card.tsx';
import { StatusLine } from './status-line.tsx';
import { TodayFigures } from './today-figures.tsx';
import { useToday } from './use-today.ts';

const Onboarding = lazyPart(async () => (await import('./onboarding/onboarding.tsx')).Onboarding);

const countersIntervalMs = 5_000;

/** Is it working, how much was used, and what is wrong. */
export function OverviewPage() {
  const keys = useActiveKeys({ intervalMs: countersIntervalMs });
  const day = useToday(keys.data);
  const hasNoPlan = useHasNoPlan();
  const isUnused = !hasNoPlan && keys.data && isNoneUsed(keys.data) && day.byHour.data?.total.calls === 0;
  // Answers that arrive together are rendered together, in short steps.
  const report = { keys: useDeferredValue(keys), day: useDeferredValue(day) };
  const [isGuided, setGuided] = useState(false);
  // The steps stay after the first request, which is the last of them.
  if (isUnused && !isGuided) setGuided(true);
  return (
    <Page
      title="Overview"
      actions={
        !isUnused && (
          <>
            <TimeZoneChoice />
            <LinkButton to="/usage">See all usage</LinkButton>
          </>
        )
      }
    >
      <StatusLine keys={keys.data} />
      {isGuided && keys.data && <Onboarding keys={keys.data} onClose={() => setGuided(false)} />}
      {isUnused ? <PlanCard keys={keys.data} /> : <Report {...report} />}
    </Page>
  );
}

type ReportProps = {
  readonly keys: ReturnType<typeof useActiveKeys>;
  readonly day: ReturnType<typeof useToday>;
};

/** Every figure of the day. Placeholders have the heights of what they stand for (overview.module.css). */
const Report = memo(({ keys, day }: ReportProps) => {
  const { from, today, byHour, byKey, before, isCompared, lag } = day;
  const networks = useNetworks();
  const { toCome } = lag;
  const figuresToCome = <Skeleton height="var(--figures)" />;
  return (
    <div className={styles.report}>
      <div className={styles.figures}>
        <QueryState query={today} loading={figuresToCome}>
          {({ total }) =>
            // All at once: each of them may add a line.
            isCompared && isDecided(keys) ? (
              <TodayFigures from={from} total={total} before={before} keys={keys.data} lag={lag} />
            ) : (
              figuresToCome
            )
          }
        </QueryState>
      </div>
      <div className={styles.columns}>
        <div className={styles.chart}>
          <QueryState query={byHour} loading={<Skeleton height="var(--chart)" />} isLarge>
            {(usage) => <CallsByHour from={from} usage={usage} toCome={toCome} />}
          </QueryState>
        </div>
        <div className={styles.errors}>
          {today.isPending || networks.isLoading ? (
            <Skeleton height="14rem" />
          ) : (
            // Without an answer, the figures above say why.
            today.data && <ErrorsCard from={from} usage={today.data} networks={networks.data} toCome={toCome} />
          )}
        </div>
        <div>
          <QueryState query={keys} loading={<Skeleton height="20.5rem" />}>
            {(active) => <KeysCard from={from} keys={active} usage={byKey.data} isBehind={toCome > 0} />}
          </QueryState>
        </div>
        <div>
          <PlanCard keys={keys.data} />
        </div>
      </div>
    </div>
  );
});
