import { Stack } from 'aws-cdk-lib';
import { CfnInsightRule } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { MonitoredResources } from './metrics.ts';

/** A rule of Contributor Insights: which log lines it counts, and by which fields. */
type Rule = {
  readonly logs: LogGroup;
  readonly keys: readonly string[];
  readonly filter: Filter;
  /** The field to sum; by default lines are counted. */
  readonly sumOf?: string;
};
type Filter = { readonly Match: string; readonly In: readonly string[] } | NotIn;
type NotIn = { readonly Match: string; readonly NotIn: readonly string[] };

/**
 * The keys with the most requests. The rules read existing log lines: DynamoDB's own rules would cost one rule for each
 * table and one event for each access to it. Each attribute is the name of a rule.
 */
export class TopKeys extends Construct {
  /** Requests with a known key. */
  readonly busiest: string;
  /** Requests over the plan's limits. */
  readonly limited: string;
  /** Requests refused because of the key's state, and the reason. */
  readonly refused: string;

  constructor(scope: Construct, id: string, { stage, api, authorizer }: MonitoredResources) {
    super(scope, id);
    const name = (what: string) => `sluice-${stage.instance}-${what}-keys`;
    // In the access log a missing value is a hyphen, and every value is a string.
    this.busiest = this.rule(name('busiest'), {
      logs: api.accessLogs,
      keys: ['$.keyId'],
      filter: { Match: '$.keyId', NotIn: ['-'] },
    });
    this.limited = this.rule(name('limited'), {
      logs: api.accessLogs,
      keys: ['$.keyId'],
      filter: { Match: '$.status', In: ['429'] },
    });
    this.refused = this.rule(name('refused'), {
      logs: authorizer.logs,
      keys: ['$.keyId', '$.outcome'],
      filter: { Match: '$.event', In: ['key_refused'] },
      sumOf: '$.count',
    });
  }

  private rule(ruleName: string, { logs, keys, filter, sumOf }: Rule): string {
    // Amazon CloudWatch user guide, "Contributor Insights rule syntax".
    const body = {
      Schema: { Name: 'CloudWatchLogRule', Version: 1 },
      LogGroupNames: [logs.logGroupName],
      LogFormat: 'JSON',
      Contribution: { Keys: keys, ...(sumOf && { ValueOf: sumOf }), Filters: [filter] },
      AggregateOn: sumOf ? 'Sum' : 'Count',
    };
    new CfnInsightRule(this, ruleName, {
      ruleName,
      ruleState: 'ENABLED',
      ruleBody: Stack.of(this).toJsonString(body),
    });
    return ruleName;
  }
}
