import { memo } from 'react';
import type { Usage } from '../../api/api.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { formatCounts } from '../../format/columns.ts';
import { historySearchOf, hoursOfDay, todaySeries } from './hours-of-day.ts';

const height = 240;

type CallsByHourProps = {
  /** The start of the day, ISO 8601. */
  readonly from: string;
  /** Figures by the hour since the start of the day before. */
  readonly usage: Usage;
  /** Calls that the figures do not have yet. */
  readonly toCome: number;
};

/** The calls of the day by hour and outcome, and those of the day before as a line. */
export const CallsByHour = memo(({ from, usage, toCome }: CallsByHourProps) => (
  <Card title="Calls today by hour" description="By outcome. Changes compare with the same time yesterday.">
    {usage.total.calls === 0 && toCome > 0 ? (
      <EmptyState title="Your first calls are being counted">They show here within half a minute.</EmptyState>
    ) : usage.total.calls === 0 ? (
      <EmptyState title="No calls since yesterday" action={<LinkButton to="/endpoints">Send a request</LinkButton>} />
    ) : (
      <TimeSeries
        label="Calls today by hour and outcome, and yesterday’s"
        at={hoursOfDay(from)}
        span="hour"
        series={todaySeries(from, usage)}
        kind="stacked-bars"
        format={formatCounts}
        height={height}
        beforeLabel="Yesterday"
        linkTo={(hour, outcome) => ({ to: '/history', search: historySearchOf(from, hour, outcome) })}
      />
    )}
  </Card>
));
