import { Dashboard, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { globalName } from '../instance/stage.ts';
import { availabilityRows } from './availability-rows.ts';
import { belowCostRow } from './below-cost-report.ts';
import { billingRow } from './billing-row.ts';
import type { MonitoredResources } from './metrics.ts';
import { costRow, latencyRow, refusalsRow, tallyRow } from './overview-rows.ts';
import { widgetsOf } from './overview-widgets.ts';
import type { TopKeys } from './top-keys.ts';

export type OverviewProps = {
  readonly watched: MonitoredResources;
  readonly alarms: readonly IAlarm[];
  readonly topKeys: TopKeys;
};

/** The CloudWatch dashboard: six questions, one row each, and a seventh with billing (docs/monitoring.md). */
export class Overview extends Dashboard {
  constructor(scope: Construct, id: string, { watched, alarms, topKeys }: OverviewProps) {
    const questions = [
      ...availabilityRows(watched, alarms),
      latencyRow(watched),
      refusalsRow(watched, topKeys),
      tallyRow(watched),
      costRow(watched, topKeys),
      belowCostRow(watched),
      ...(watched.billing ? [billingRow(watched.stage, watched.billing)] : []),
    ];
    super(scope, id, {
      dashboardName: globalName(scope, watched.stage),
      start: '-PT3H',
      widgets: questions.map(widgetsOf),
    });
  }
}
