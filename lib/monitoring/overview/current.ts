import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNames } from '../../../src/embedded-metrics.ts';
import { functionMetric, mappingMetric, ownMetric, sumOf, tablesByName, throttlesOf } from '../metrics.ts';
import type { Watched } from '../watched.ts';
import { graph, type Question } from './question.ts';

/** Whether every request is in the tallies, and how soon. */
export const current = ({ stage, tables, recordStream }: Watched): Question => ({
  title: 'Are tallies current?',
  hint: `The lag stays near ${stage.tallyWindow.toSeconds()} s, and the others have no lines.`,
  widgets: [
    graph(7, 'Lag, ms', {
      left: [
        ownMetric(stage, metricNames.tallyLag, { statistic: Stats.MAXIMUM, label: 'from request to tally' }),
        functionMetric(recordStream.tally, 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'in the stream' }),
      ],
    }),
    graph(7, 'Records that went astray', {
      left: [
        ownMetric(stage, metricNames.recordsLost, { label: 'lost to the log' }),
        ownMetric(stage, metricNames.recordsDiverted, { label: 'diverted by the tally' }),
        mappingMetric(recordStream, 'OnFailureDestinationDeliveredEventCount', { label: 'given up by Lambda' }),
        mappingMetric(recordStream, 'DroppedEventCount', { label: 'dropped' }),
        ownMetric(stage, metricNames.recordsReplayed, { label: 'replayed' }),
      ],
    }),
    graph(6, 'Turned away by DynamoDB', {
      left: Object.entries(tablesByName(tables)).map(([name, table]) => sumOf(throttlesOf(table), name)),
    }),
  ],
});
