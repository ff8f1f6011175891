import * as v from 'valibot';
import type { LogLine } from '../../../packages/cdk-local/logs.ts';
import type { Template } from '../../../packages/cdk-local/template/template.ts';

/** What CloudWatch gets to know of a metric. */
export type Datapoint = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly values: readonly number[];
};

const embedded = v.looseObject({
  _aws: v.object({
    CloudWatchMetrics: v.array(
      v.object({
        Namespace: v.string(),
        Dimensions: v.array(v.array(v.string())),
        Metrics: v.array(v.object({ Name: v.string() })),
      }),
    ),
  }),
});
const filter = v.object({
  LogGroupName: v.string(),
  FilterPattern: v.string(),
  MetricTransformations: v.tuple([
    v.object({
      MetricName: v.string(),
      MetricNamespace: v.string(),
      MetricValue: v.string(),
      Dimensions: v.optional(v.array(v.object({ Key: v.string(), Value: v.string() })), []),
    }),
  ]),
});
const logged = v.object({ LoggingConfig: v.object({ LogGroup: v.string() }) });
const number = v.union([v.number(), v.array(v.number())]);
const jsonLine = v.pipe(v.string(), v.parseJson(), v.looseObject({}));

/**
 * What CloudWatch would make of the lines that functions wrote: metrics in its embedded format, and what the template's
 * metric filters count.
 */
export function datapointsOf(template: Template, lines: readonly LogLine[]): Datapoint[] {
  const groups = new Map(
    template.ofType('AWS::Lambda::Function').flatMap(({ ref, properties }) => {
      const parsed = v.safeParse(logged, properties);
      return parsed.success ? [[ref, parsed.output.LoggingConfig.LogGroup] as const] : [];
    }),
  );
  const filters = template.ofType('AWS::Logs::MetricFilter').map(({ properties }) => v.parse(filter, properties));
  return lines.flatMap(({ source, line }) => {
    const parsed = v.safeParse(jsonLine, line);
    const group = groups.get(source);
    if (!parsed.success || group === undefined) return [];
    const counted = filters.filter(({ LogGroupName }) => LogGroupName === group);
    return [...embeddedIn(parsed.output), ...counted.flatMap((one) => countedBy(one, parsed.output))];
  });
}

function embeddedIn(line: Record<string, unknown>): Datapoint[] {
  const parsed = v.safeParse(embedded, line);
  if (!parsed.success) return [];
  return parsed.output._aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name: name }) => ({
        namespace,
        name,
        dimensions: Object.fromEntries(names.map((dimension) => [dimension, v.parse(v.string(), line[dimension])])),
        values: [v.parse(number, line[name])].flat(),
      })),
    ),
  );
}

/** Only the patterns that the template has: an event by its name, and a field above nothing or that is there. */
function countedBy(given: v.InferOutput<typeof filter>, line: Record<string, unknown>): Datapoint[] {
  const [{ MetricName: name, MetricNamespace: namespace, MetricValue, Dimensions }] = given.MetricTransformations;
  const [, event] = /\$\.event = "(\w+)"/.exec(given.FilterPattern) ?? [];
  const [, field] = /\$\.(\w+) > 0/.exec(given.FilterPattern) ?? [];
  if (event === undefined || line.event !== event || (field !== undefined && !(Number(line[field]) > 0))) return [];
  const value = MetricValue.startsWith('$.') ? line[MetricValue.slice(2)] : MetricValue;
  const named = Dimensions.map(({ Key, Value }) => [Key, v.parse(v.string(), line[Value.slice(2)])]);
  return [{ namespace, name, dimensions: Object.fromEntries(named), values: [Number(value)] }];
}
