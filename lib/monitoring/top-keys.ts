import { Stack } from 'aws-cdk-lib';
import { CfnInsightRule } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { MonitoredResources } from './metrics.ts';

/** One rule of Contributor Insights: what it counts lines by, and which lines. */
type Rule = {
  readonly logs: LogGroup;
  readonly keys: readonly string[];
  readonly filter: Filter;
  /** The field whose sum counts, in place of the number of lines. */
  readonly sumOf?: string;
};
type Filter = { readonly Match: string; readonly In: readonly string[] } | NotIn;
type NotIn = { readonly Match: string; readonly NotIn: readonly string[] };

/**
 * Which keys come first. The rules read lines that are there anyway: DynamoDB's own would cost a rule for every table, and
 * an event for every access to it. Each attribute is a rule's name.
 */
export class TopKeys extends Construct {
  /** By requests, of those whose key is known. */
  readonly busiest: string;
  /** By requests beyond the plan's limits. */
  readonly limited: string;
  /** By requests refused for the key's state, and why. */
  readonly refused: string;

  constructor(scope: Construct, id: string, { stage, api, authorizer }: MonitoredResources) {
    super(scope, id);
    const name = (what: string) => `sluice-${stage.name}-${what}-keys`;
    // The access log has a hyphen where it has no value, and every value in quotation marks.
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
