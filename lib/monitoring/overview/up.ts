import { type Alarm, AlarmStatusWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { apiMetric, failuresOf, sumOf } from '../metrics.ts';
import type { Watched } from '../watched.ts';
import { graph, type Question, rowHeight } from './question.ts';

/** Whether the service answers, and keeps what it promises. */
export const up = ({ api, authorizer, proxy, recordStream }: Watched, alarms: readonly Alarm[]): Question => ({
  title: 'Is it up?',
  hint: 'Every alarm is green, and 5xx is flat.',
  widgets: [
    new AlarmStatusWidget({ title: 'Promises', alarms: [...alarms], width: 8, height: rowHeight }),
    graph(6, 'Requests', {
      left: [
        apiMetric(api, 'Count', { label: 'requests' }),
        apiMetric(api, '4xx', { label: '4xx: refused' }),
        apiMetric(api, '5xx', { label: '5xx: failed' }),
      ],
    }),
    graph(6, 'Invocations failed or turned away', {
      left: [
        sumOf(failuresOf(authorizer), 'authorizer'),
        sumOf(failuresOf(proxy), 'proxy'),
        sumOf(failuresOf(recordStream.tally), 'tally'),
      ],
    }),
  ],
});
