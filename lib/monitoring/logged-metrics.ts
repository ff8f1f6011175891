import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type MetricName, metricNames } from '../../src/metrics.ts';
import { metricsNamespace } from './namespace.ts';
import type { Watched } from './watched.ts';

/** An event of the log that is counted: by one, or by what one of its fields says. */
type Counted = { readonly event: string; readonly field?: string; readonly as: MetricName; readonly in: LogGroup };

/** The metrics that CloudWatch counts in the log: what seldom happens on the way of a request, which emits none itself. */
export class LoggedMetrics extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    for (const counted of countedBy(watched)) {
      // A field that is to be the value must be in the pattern ("Filter pattern syntax for metric filters").
      const { event, field, as } = counted;
      const isEvent = FilterPattern.stringValue('$.event', '=', event);
      new MetricFilter(this, `${as}In${counted.in.node.scope?.node.id}`, {
        logGroup: counted.in,
        filterPattern: field ? FilterPattern.all(isEvent, FilterPattern.numberValue(`$.${field}`, '>', 0)) : isEvent,
        metricNamespace: metricsNamespace(watched.stage),
        metricName: as,
        metricValue: field ? `$.${field}` : '1',
      });
    }
  }
}

const countedBy = ({ authorizer, proxy, recordStream }: Watched): Counted[] => [
  { event: 'record_lost', as: metricNames.recordsLost, in: authorizer.logs },
  { event: 'record_lost', as: metricNames.recordsLost, in: proxy.logs },
  { event: 'records_diverted', field: 'records', as: metricNames.recordsDiverted, in: recordStream.tally.logs },
  { event: 'request_failed', as: metricNames.requestsFailed, in: proxy.logs },
  { event: 'unknown_keys_refused', field: 'malformed', as: metricNames.malformedKeys, in: authorizer.logs },
  { event: 'unknown_keys_refused', field: 'unknown', as: metricNames.unknownKeys, in: authorizer.logs },
];
