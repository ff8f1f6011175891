import * as v from 'valibot';

const metricOptions = v.object({
  label: v.optional(v.string()),
  expression: v.optional(v.string()),
  visible: v.optional(v.boolean()),
});

const common = { x: v.number(), y: v.number(), width: v.number(), height: v.number() };
const textWidget = v.object({ ...common, type: v.literal('text'), properties: v.object({ markdown: v.string() }) });
const alarmWidget = v.object({
  ...common,
  type: v.literal('alarm'),
  properties: v.object({ title: v.string(), alarms: v.array(v.string()) }),
});
const metricWidget = v.object({
  ...common,
  type: v.literal('metric'),
  properties: v.object({
    title: v.string(),
    view: v.string(),
    metrics: v.optional(v.array(v.array(v.union([v.string(), metricOptions]))), []),
    insightRule: v.optional(v.object({ ruleName: v.string() })),
  }),
});
const widget = v.variant('type', [textWidget, alarmWidget, metricWidget]);
const schema = v.object({ widgets: v.array(widget) });

/** A widget of the overview, as far as it is drawn; positions are in the grid's units. */
export type Widget = v.InferOutput<typeof widget>;
export type MetricWidget = v.InferOutput<typeof metricWidget>;

/** The widgets of a dashboard's body. @throws {v.ValiError} for one of a kind that the overview has none of */
export const readOverviewBody = (body: string): Widget[] => v.parse(schema, JSON.parse(body)).widgets;

/** The names of the lines of a graph. */
export const labelsOf = ({ properties }: MetricWidget): string[] =>
  properties.metrics.flatMap((metric) => {
    const options = metric.find((part) => typeof part !== 'string');
    if (options?.visible === false) return [];
    return options?.label ?? String(metric[1]);
  });
