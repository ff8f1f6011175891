import { Duration, Stack } from 'aws-cdk-lib';
import { LogQueryVisualizationType, LogQueryWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../src/embedded-metrics.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { type MonitoredResources, ownMetric } from './metrics.ts';
import { answerWidth, graph, type OverviewRow, rowHeight } from './overview-widgets.ts';

// usage-days reports once a day which accounts cost more than they brought in: a line in its log for each of them.

type Watched = Pick<MonitoredResources, 'stage' | 'usageDays'>;

const query = [
  'fields to, accountId, plan, calls, revenue, awsDollars, nodeDollars, margin, dearestMethod',
  'filter event = "account_below_cost"',
  'sort to desc, margin asc',
  'limit 10000',
];

const belowCost = ({ stage }: Watched, statistic: string) =>
  ownMetric(stage, metricNames.accountsBelowCost, { statistic, period: Duration.days(1) });

export const belowCostAlarms = (watched: Watched): AlarmDefinition[] => [
  {
    name: 'below-cost',
    canWait: true,
    runbook: 'below-cost',
    description: `Accounts cost more than they brought in during seven days. The report: ${reportUrl(watched)} .`,
    metric: belowCost(watched, Stats.MAXIMUM),
    threshold: watched.stage.alarms.accountsBelowCost,
  },
  {
    name: 'below-cost-silent',
    canWait: true,
    runbook: 'below-cost',
    description: 'usage-days has not reported accounts below cost for 3 days.',
    metric: belowCost(watched, Stats.SAMPLE_COUNT),
    threshold: 1,
    below: true,
    missingDataBreaches: true,
    periods: { breaching: 3, of: 3 },
  },
];

/** The report's rows in the console's Logs Insights, of the last two days. */
function reportUrl({ usageDays }: Watched): string {
  const { region } = Stack.of(usageDays);
  const text = query
    .join('\n| ')
    .replaceAll(/[^\w.-]/g, (character) => `*${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const detail = `~(end~0~start~-172800~timeType~'RELATIVE~unit~'seconds~editorString~'${text}~source~(~'${usageDays.logs.logGroupName}))`;
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:logs-insights$3FqueryDetail$3D${detail}`;
}

/** The report, and how many accounts it has named. */
export const belowCostRow = (watched: Watched): OverviewRow => ({
  title: 'Who costs more than they pay?',
  hint: 'Healthy: nobody. Choose a time of a day or more: the report is made once a day (docs/margin.md).',
  widgets: [
    graph(4, 'Accounts below cost', { left: [belowCost(watched, Stats.MAXIMUM).with({ label: 'below cost' })] }),
    new LogQueryWidget({
      title: 'Seven days of accounts below cost',
      logGroupNames: [watched.usageDays.logs.logGroupName],
      view: LogQueryVisualizationType.TABLE,
      queryLines: query,
      width: answerWidth - 4,
      height: rowHeight,
    }),
  ],
});
