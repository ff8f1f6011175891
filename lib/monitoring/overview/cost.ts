import { SingleValueWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { sumOf } from '../metrics.ts';
import { spending } from '../spending.ts';
import type { TopKeys } from '../top-keys.ts';
import type { Watched } from '../watched.ts';
import { graph, type Question, rowHeight } from './question.ts';
import { TopKeysWidget } from './top-keys-widget.ts';

/** What the last day's use costs, and whose it is. */
export const cost = (watched: Watched, topKeys: TopKeys): Question => ({
  title: 'What does it cost today?',
  hint:
    'By lib/prices.ts, without storage, transfer and the monitoring itself.' +
    (watched.stage.capacity ? ' Admissions and Records as if they were on demand.' : ''),
  widgets: [
    new SingleValueWidget({
      title: 'Dollars in 24 hours',
      metrics: [sumOf(spending(watched), 'all')],
      setPeriodToTimeRange: true,
      start: '-PT24H',
      width: 4,
      height: rowHeight,
    }),
    graph(8, 'Dollars, by service', { left: spending(watched), stacked: true }),
    new TopKeysWidget(8, 'Busiest keys', topKeys.busiest),
  ],
});
