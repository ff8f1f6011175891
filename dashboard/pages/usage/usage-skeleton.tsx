import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import styles from './usage.module.css';
import { halfWideChart, wideChart } from './usage-charts.tsx';

/** Includes the line below the plot. */
const chart = (height: number) => `calc(${height}px + 2.5rem)`;
const figure = <Skeleton height="2.1rem" />;

/** The placeholder of the report, with the same parts. */
export const UsageSkeleton = () => (
  <>
    <Skeleton height="1.2rem" label="Loading usage" />
    <div aria-hidden="true" className={styles.report}>
      <Stats>
        <Stat label="Calls" value={figure} hint="All outcomes" />
        <Stat label="Errors" value={figure} hint="…" />
        <Stat label="Latency, median" value={figure} hint="…" />
        <Stat label="Latency, p99" value={figure} hint="…" />
      </Stats>
      <Card title="Calls" description="…">
        <Skeleton height={chart(wideChart)} />
      </Card>
      <div className={styles.pair}>
        <Card title="Error rate" description="…">
          <Skeleton height={chart(halfWideChart)} />
        </Card>
        <Card title="Latency" description="…">
          <Skeleton height={chart(halfWideChart)} />
        </Card>
      </div>
      <Card title="By method">
        <Skeleton height="20rem" />
      </Card>
    </div>
  </>
);
