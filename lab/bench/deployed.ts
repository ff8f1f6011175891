import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import type { Deployment } from '../../src/cost/deployment.ts';
import { acknowledgeLaunch, stackOf } from '../../test/lib/synthesis.ts';
import { accessLogBytes } from './access-log-bytes.ts';

// What prod deploys that decides what it costs, from the template of the tests' settings.

const templateSchema = v.object({
  Resources: v.record(v.string(), v.object({ Type: v.string(), Properties: v.optional(v.unknown()) })),
});
const stack = stackOf('prod');
acknowledgeLaunch(stack);
const { Resources } = v.parse(templateSchema, Template.fromStack(stack).toJSON());

/** The types of all resources of prod, each once. */
export const resourceTypes: readonly string[] = [...new Set(Object.values(Resources).map(({ Type }) => Type))].sort();

/** The properties of all resources of a type, as the schema reads them. */
export const allOf = <T extends v.GenericSchema>(type: string, schema: T): v.InferOutput<T>[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => v.parse(schema, Properties));

/** The properties of the one resource of a type whose logical id begins so. */
function propertiesOf<T extends v.GenericSchema>(type: string, id: string, schema: T): v.InferOutput<T> {
  const found = Object.entries(Resources).find(([name, { Type }]) => Type === type && name.startsWith(id));
  if (!found) throw new Error(`The template of prod has no ${type} ${id}.`);
  return v.parse(schema, found[1].Properties);
}

const functionSchema = v.object({
  MemorySize: v.number(),
  LoggingConfig: v.object({
    LogFormat: v.optional(v.string(), 'Text'),
    SystemLogLevel: v.optional(v.string(), 'INFO'),
  }),
});

function deployedFunction(id: string) {
  const { MemorySize, LoggingConfig } = propertiesOf('AWS::Lambda::Function', `DataPlane${id}Function`, functionSchema);
  const { LogFormat, SystemLogLevel } = LoggingConfig;
  return { memory: MemorySize, logsEveryRun: LogFormat === 'Text' || SystemLogLevel !== 'WARN', logFormat: LogFormat };
}

const variablesSchema = v.object({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) });

/** A function's variables whose values stand in the template; the others name what is made with it. */
export function variablesOf(id: 'Authorizer' | 'Proxy'): Record<string, string> {
  const { Environment } = propertiesOf('AWS::Lambda::Function', `DataPlane${id}Function`, variablesSchema);
  const literal = Object.entries(Environment.Variables).filter(([, value]) => typeof value === 'string');
  return v.parse(v.record(v.string(), v.string()), Object.fromEntries(literal));
}

const nodeAlarmSchema = v.object({
  MetricName: v.literal('NodeUp'),
  Dimensions: v.array(v.object({ Name: v.string(), Value: v.string() })),
});

/** The nodes that prod watches, by their alarms: settings.json, which names them too, is not in the template. */
export const nodes: readonly { readonly network: string; readonly node: string }[] = allOf(
  'AWS::CloudWatch::Alarm',
  v.unknown(),
).flatMap((properties) => {
  if (!v.is(nodeAlarmSchema, properties)) return [];
  const { network, node } = Object.fromEntries(properties.Dimensions.map(({ Name, Value }) => [Name, Value]));
  return network && node ? [{ network, node }] : [];
});

/** The secrets with nodes' credentials that functions may read. */
export const nodeSecrets: readonly string[] = [
  ...new Set(
    allOf('AWS::IAM::Role', v.unknown())
      .flatMap((role) => [...JSON.stringify(role).matchAll(/:secret:([^"]+)-\?{6}"/g)])
      .flatMap(([, name]) => name ?? []),
  ),
];

const mapping = propertiesOf(
  'AWS::Lambda::EventSourceMapping',
  'DataPlaneRecordStream',
  v.object({ BatchSize: v.number(), MaximumBatchingWindowInSeconds: v.number() }),
);

const { AccessLogSettings } = propertiesOf(
  'AWS::ApiGatewayV2::Stage',
  'DataPlaneApi',
  v.object({ AccessLogSettings: v.object({ Format: v.string() }) }),
);

/** What src/cost/deployment.ts says of prod. */
export const deployed: Deployment = {
  functions: {
    authorizer: deployedFunction('Authorizer'),
    proxy: deployedFunction('Proxy'),
    tally: deployedFunction('RecordStreamTally'),
  },
  batching: { size: mapping.BatchSize, windowMs: mapping.MaximumBatchingWindowInSeconds * 1_000 },
  accessLogBytes: accessLogBytes(AccessLogSettings.Format),
  rulesPerCall: allOf('AWS::CloudWatch::InsightRule', v.object({ RuleBody: v.unknown() })).filter(({ RuleBody }) =>
    /AccessLogs.*NotIn/.test(JSON.stringify(RuleBody)),
  ).length,
};

const targetsSchema = v.pipe(
  v.array(v.object({ Arn: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) })),
  v.minLength(1),
);

/** The function that a scheduled rule runs. */
export function functionsOfRule(targets: unknown): { readonly memory: number; readonly description: string }[] {
  const schema = v.object({ MemorySize: v.number(), Description: v.string() });
  return v.parse(targetsSchema, targets).map(({ Arn }) => {
    const { MemorySize, Description } = propertiesOf('AWS::Lambda::Function', Arn['Fn::GetAtt'][0] ?? '', schema);
    return { memory: MemorySize, description: Description };
  });
}
