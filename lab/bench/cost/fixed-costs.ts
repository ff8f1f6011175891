import * as v from 'valibot';
import { watchEverySecondsOf } from '../../../lib/settings/operations.ts';
import {
  daysPerMonth,
  logMonths,
  runLogBytes,
  runSeconds,
  secretReadsPerMonth,
} from '../../../src/cost/assumptions.ts';
import { gbSeconds } from '../../../src/cost/billed-durations.ts';
import { dollars, type Price, prices } from '../../../src/cost/prices.ts';
import { watchRunSeconds } from '../../../src/cost/watch-cost.ts';
import { metricNames } from '../../../src/embedded-metrics.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { allOf, functionsOfRule, nodeSecrets, nodes } from '../deployed.ts';

/** A line of what a stack costs in a month without a call. */
export type FixedCost = { readonly what: string; readonly uses: readonly (readonly [Price, number])[] };

export const fixedDollars = ({ uses }: FixedCost): number =>
  uses.reduce((sum, [price, quantity]) => sum + dollars(price, quantity), 0);

/** A stack's fixed costs of a month. */
export const fixedTotal = (fixed: readonly FixedCost[]): number =>
  fixed.reduce((sum, one) => sum + fixedDollars(one), 0);

const watchEverySeconds = watchEverySecondsOf.full;

const networkCount = new Set(nodes.map(({ network }) => network)).size;

/** Of the event source mapping, with its metrics of the type EventCount. */
const mappingMetrics = 6;

/**
 * The most metrics of its own that a stack can have: calls by network and outcome and by network, latencies by network,
 * health, lag and rejected credentials of each node (if each has a host of its own), and the others; and the mapping's.
 */
export const mostMetrics = (nodeCount: number): number =>
  networkCount * (outcomes.length + 2) + 3 * nodeCount + (Object.keys(metricNames).length - 5) + mappingMetrics;

const alarmSchema = v.object({ Metrics: v.optional(v.array(v.object({ MetricStat: v.optional(v.unknown()) }))) });

/** Metrics that alarms look at: each one that is part of an expression counts. */
export const alarmedMetrics = (): number =>
  allOf('AWS::CloudWatch::Alarm', alarmSchema)
    .map(({ Metrics = [{ MetricStat: {} }] }) => Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length)
    .reduce((sum, count) => sum + count, 0);

const count = (type: string): number => allOf(type, v.unknown()).length;

/** The monthly cost of prod without a call, by its template, with every metric in use. */
export function fixedCosts(): FixedCost[] {
  const metrics = mostMetrics(nodes.length);
  const alarmed = alarmedMetrics();
  const ownSecrets = count('AWS::SecretsManager::Secret');
  const dashboards = count('AWS::CloudWatch::Dashboard');
  const rules = count('AWS::CloudWatch::InsightRule');
  return [
    { what: `${metrics} metrics of its own, at most`, uses: [[prices.metrics, metrics]] },
    {
      what: `${count('AWS::CloudWatch::Alarm')} alarms, which look at ${alarmed} metrics`,
      uses: [[prices.alarms, alarmed]],
    },
    { what: `${dashboards} dashboard of CloudWatch`, uses: [[prices.dashboards, dashboards]] },
    { what: `${rules} rules of Contributor Insights`, uses: [[prices.insightRules, rules]] },
    {
      what: `${ownSecrets + nodeSecrets.length} secrets: the cursors’, that of CloudFront’s header, and ${nodeSecrets.length} of nodes, which watch reads`,
      uses: [
        [prices.secrets, ownSecrets + nodeSecrets.length],
        [prices.secretReads, (nodeSecrets.length * secretReadsPerMonth) / 1e6],
      ],
    },
    ...allOf('AWS::Events::Rule', ruleSchema).flatMap(runsOfRule),
    watchCalls(networkCount, watchEverySeconds),
    statusFile(networkCount),
  ];
}

const ruleSchema = v.object({ ScheduleExpression: v.string(), Targets: v.unknown() });

const perMonth = { minute: daysPerMonth * 1_440, hour: daysPerMonth * 24, day: daysPerMonth };

/**
 * Runs a month of a schedule like `rate(15 minutes)`.
 * @throws {RangeError} for a schedule of another form
 */
export function runsPerMonth(schedule: string): number {
  const [, every, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (unit !== 'minute' && unit !== 'hour' && unit !== 'day') {
    throw new RangeError(`How often does "${schedule}" run? Schedules are to be rates.`);
  }
  return perMonth[unit] / Number(every);
}

function runsOfRule({ ScheduleExpression, Targets }: v.InferOutput<typeof ruleSchema>): FixedCost[] {
  const runs = runsPerMonth(ScheduleExpression);
  return functionsOfRule(Targets).map((run) => {
    const isWatch = run.description.startsWith('Checks nodes');
    return scheduledRuns({ runs, ...run, ...(isWatch && { seconds: watchRunSeconds(watchEverySeconds) }) });
  });
}

type ScheduledRuns = {
  readonly runs: number;
  readonly memory: number;
  readonly description: string;
  readonly seconds?: number;
};

/** A month's runs of a function: its invocations, its time, and its log. */
export function scheduledRuns({ runs, memory, description, seconds = runSeconds }: ScheduledRuns): FixedCost {
  const logged = (runs * runLogBytes) / 1e9;
  return {
    what: `${runs.toLocaleString('en-US')} runs of the function “${description}”`,
    uses: [
      [prices.scheduledRuns, runs / 1e6],
      [prices.lambdaRequests, runs / 1e6],
      [prices.lambdaTime, gbSeconds(runs * seconds * 1_000, memory)],
      [prices.functionLogs, logged],
      [prices.logStorage, logged * logMonths],
    ],
  };
}

/** Watch calls every endpoint, and reads and writes the state of every network in each round, and its day once. */
export function watchCalls(networks: number, everySeconds: number): FixedCost {
  const millions = (perMonth.minute * networks) / 1e6;
  return {
    what: 'watch’s calls of the endpoints, and its items in Networks',
    uses: [
      [prices.httpApi, millions],
      [prices.lambdaRequests, millions],
      [prices.writeUnits, (60 / everySeconds + 1) * millions],
      [prices.readUnits, (60 / everySeconds + 1) * millions],
    ],
  };
}

/** Half a read unit each for a network's state, its day and the day before, and for the summary of the calls. */
export function statusFile(networks: number): FixedCost {
  const runs = perMonth.minute / 1e6;
  return {
    what: 'the public status file: its items, and the object',
    uses: [
      [prices.readUnits, runs * (1.5 * networks + 0.5)],
      [prices.s3Puts, runs],
    ],
  };
}

/** How each type of resource of prod is paid for: every type of the template is here, so that none is forgotten. */
export const paidFor: Readonly<Record<string, 'by use' | 'fixed' | 'free' | 'by use, beside calls'>> = {
  'AWS::ApiGatewayV2::Api': 'by use',
  'AWS::ApiGatewayV2::Authorizer': 'free',
  'AWS::ApiGatewayV2::Integration': 'free',
  'AWS::ApiGatewayV2::Route': 'free',
  'AWS::ApiGatewayV2::Stage': 'by use',
  'AWS::CloudFront::CachePolicy': 'free',
  // The dashboard: by request and GB of people who look at it.
  'AWS::CloudFront::Distribution': 'by use, beside calls',
  'AWS::CloudFront::Function': 'by use, beside calls',
  'AWS::CloudFront::OriginAccessControl': 'free',
  'AWS::CloudFront::ResponseHeadersPolicy': 'free',
  'AWS::CloudWatch::Alarm': 'fixed',
  'AWS::CloudWatch::Dashboard': 'fixed',
  'AWS::CloudWatch::InsightRule': 'fixed',
  'AWS::CodeDeploy::Application': 'free',
  'AWS::CodeDeploy::DeploymentGroup': 'free',
  // By users who sign in.
  'AWS::Cognito::UserPool': 'by use, beside calls',
  'AWS::Cognito::UserPoolClient': 'free',
  'AWS::DynamoDB::GlobalTable': 'by use',
  'AWS::Events::Rule': 'fixed',
  'AWS::IAM::Policy': 'free',
  'AWS::IAM::Role': 'free',
  'AWS::Lambda::Alias': 'free',
  'AWS::Lambda::EventInvokeConfig': 'free',
  'AWS::Lambda::EventSourceMapping': 'by use',
  'AWS::Lambda::Function': 'by use',
  'AWS::Lambda::LayerVersion': 'free',
  'AWS::Lambda::Permission': 'free',
  'AWS::Lambda::Version': 'free',
  'AWS::Logs::LogGroup': 'by use',
  // The filter is free; its metric is among the metrics.
  'AWS::Logs::MetricFilter': 'fixed',
  // A query costs by the GB that it reads.
  'AWS::Logs::QueryDefinition': 'by use, beside calls',
  // The failure bucket is empty, and the dashboard's files are a few MB.
  'AWS::S3::Bucket': 'by use, beside calls',
  'AWS::S3::BucketPolicy': 'free',
  // By mail: $2 for 100,000 alarms.
  'AWS::SNS::Topic': 'by use, beside calls',
  'AWS::SNS::TopicPolicy': 'free',
  'AWS::SecretsManager::Secret': 'fixed',
  // Runs while a deployment does.
  'Custom::CDKBucketDeployment': 'by use, beside calls',
};
