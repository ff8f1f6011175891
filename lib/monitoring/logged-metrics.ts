import { FilterPattern, type JsonPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { billingMetricNames, type MetricName, metricNames, vpcMetricNames } from '../../src/embedded-metrics.ts';
import type { GatewayFunction } from '../functions/gateway-function.ts';
import { metricsNamespace } from '../instance/stage.ts';
import type { MonitoredResources } from './metrics.ts';

/** A log event that CloudWatch counts: each line as 1, or as the value of a field. */
type Counted = {
  readonly event: string;
  readonly field?: string;
  /** The field that becomes the metric's dimension. */
  readonly by?: string;
  readonly as: MetricName;
  readonly in: LogGroup;
};

/** Metrics that CloudWatch counts in the logs: rare events of the request path, which emits no metrics itself. */
export class LoggedMetrics extends Construct {
  constructor(scope: Construct, id: string, watched: MonitoredResources) {
    super(scope, id);
    for (const counted of [...ofCalls(watched), ...(watched.stage.operations === 'full' ? others(watched) : [])]) {
      const { field, by, as } = counted;
      new MetricFilter(this, `${as}In${counted.in.node.scope?.node.id}`, {
        logGroup: counted.in,
        filterPattern: patternOf(counted),
        metricNamespace: metricsNamespace(watched.stage),
        metricName: as,
        metricValue: field ? `$.${field}` : '1',
        ...(by && { dimensions: { [by]: `$.${by}` } }),
      });
    }
  }
}

/** The pattern must name each field that is a value or a dimension ("Filter pattern syntax for metric filters"). */
function patternOf({ event, field, by }: Counted): JsonPattern {
  const isEvent = FilterPattern.stringValue('$.event', '=', event);
  if (field) return FilterPattern.all(isEvent, FilterPattern.numberValue(`$.${field}`, '>', 0));
  return by ? FilterPattern.all(isEvent, FilterPattern.exists(`$.${by}`)) : isEvent;
}

/** What the alarms on calls look at. */
const ofCalls = ({ proxy, recordStream }: MonitoredResources): Counted[] => [
  { event: 'record_lost', as: metricNames.recordsLost, in: proxy.logs },
  { event: 'throttled_record_lost', as: metricNames.recordsThrottled, in: proxy.logs },
  { event: 'key_throttled', field: 'count', as: metricNames.keysThrottled, in: proxy.logs },
  { event: 'records_diverted', field: 'records', as: metricNames.recordsDiverted, in: recordStream.tally.logs },
  { event: 'request_failed', as: metricNames.requestsFailed, in: proxy.logs },
  { event: 'unknown_plan', as: metricNames.unknownPlans, in: proxy.logs },
];

const others = ({ authorizer, proxy, watch, endpointWatch, controlPlane, billing }: MonitoredResources): Counted[] => [
  { event: 'give_back_failed', field: 'calls', as: metricNames.callsNotGivenBack, in: proxy.logs },
  { event: 'unknown_keys_refused', field: 'malformed', as: metricNames.malformedKeys, in: authorizer.logs },
  { event: 'unknown_keys_refused', field: 'unknown', as: metricNames.unknownKeys, in: proxy.logs },
  ...[proxy, watch].map(({ logs }) => ({
    event: 'upstream_credentials_rejected',
    by: 'host',
    as: metricNames.credentialsRejected,
    in: logs,
  })),
  ...[controlPlane.handler, controlPlane.publicApi, controlPlane.keyApi.handler].map(({ logs }) => ({
    event: 'api_failed',
    by: 'operation',
    as: metricNames.operationsFailed,
    in: logs,
  })),
  ...(endpointWatch ? [{ event: 'aws_unreachable', as: vpcMetricNames.awsUnreachable, in: watch.logs }] : []),
  ...(billing ? countedIn(billing.events) : []),
  ...(billing ? [controlPlane.handler, billing.events, billing.reconciliation].map(misconfiguredIn) : []),
];

const misconfiguredIn = ({ logs }: GatewayFunction): Counted => ({
  event: 'billing_misconfigured',
  as: billingMetricNames.billingMisconfigured,
  in: logs,
});

const countedIn = ({ logs }: GatewayFunction): Counted[] => [
  { event: 'billing_event_refused', field: 'signed', as: billingMetricNames.billingEventsRefused, in: logs },
  { event: 'billing_event_failed', as: billingMetricNames.billingEventsFailed, in: logs },
];
