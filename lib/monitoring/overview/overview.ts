import { type Alarm, Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { TopKeys } from '../top-keys.ts';
import type { Watched } from '../watched.ts';
import { cost } from './cost.ts';
import { current } from './current.ts';
import { fast } from './fast.ts';
import { rowOf } from './question.ts';
import { refused } from './refused.ts';
import { up } from './up.ts';

export type OverviewProps = {
  readonly watched: Watched;
  readonly alarms: readonly Alarm[];
  readonly topKeys: TopKeys;
};

/** The dashboard of CloudWatch that answers five questions on one screen, a row each. docs/monitoring.md shows it. */
export class Overview extends Dashboard {
  constructor(scope: Construct, id: string, { watched, alarms, topKeys }: OverviewProps) {
    const questions = [
      up(watched, alarms),
      fast(watched),
      refused(watched, topKeys),
      current(watched),
      cost(watched, topKeys),
    ];
    super(scope, id, {
      dashboardName: `sluice-${watched.stage.name}`,
      start: '-PT3H',
      widgets: questions.map(rowOf),
    });
  }
}
