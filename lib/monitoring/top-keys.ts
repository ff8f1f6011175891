import { Stack } from 'aws-cdk-lib';
import { CfnInsightRule } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { MonitoredResources } from './metrics.ts';

/** The outcomes of requests that are refused with 403 (src/records/outcome.ts). */
export const refusedByState = ['key_revoked', 'key_expired', 'plan_inactive'] as const;

/** A rule of Contributor Insights: which log lines it counts, and by which fields. */
type Rule = {
  readonly logs: LogGroup;
  readonly keys: readonly string[];
  readonly filters: readonly Filter[];
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
  /** Requests of keys in use. */
  readonly busiest: string;
  /** Requests over the plan's limits. */
  readonly limited: string;
  /** Requests refused because of the key's state, and the reason. */
  readonly refused: string;

  constructor(scope: Construct, id: string, { stage, api, proxy }: MonitoredResources) {
    super(scope, id);
    const name = (what: string) => `sluice-${stage.instance}-${what}-keys`;
    // In the access log a missing value is a hyphen, and every value is a string.
    this.busiest = this.rule(name('busiest'), {
      logs: api.accessLogs,
      keys: ['$.keyId'],
      // A refused key is known, too.
      filters: [
        { Match: '$.keyId', NotIn: ['-'] },
        { Match: '$.status', NotIn: ['403'] },
      ],
    });
    this.limited = this.rule(name('limited'), {
      logs: api.accessLogs,
      keys: ['$.keyId'],
      filters: [{ Match: '$.status', In: ['429'] }],
    });
    this.refused = this.rule(name('refused'), {
      logs: proxy.logs,
      keys: ['$.keyId', '$.outcome'],
      filters: [{ Match: '$.outcome', In: refusedByState }],
      sumOf: '$.count',
    });
  }

  private rule(ruleName: string, { logs, keys, filters, sumOf }: Rule): string {
    // Amazon CloudWatch user guide, "Contributor Insights rule syntax".
    const body = {
      Schema: { Name: 'CloudWatchLogRule', Version: 1 },
      LogGroupNames: [logs.logGroupName],
      LogFormat: 'JSON',
      Contribution: { Keys: keys, ...(sumOf && { ValueOf: sumOf }), Filters: filters },
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
