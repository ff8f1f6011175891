import * as v from 'valibot';

/** Resources that ministack cannot create: a type, or those of a type that have a property. */
export type Lack = {
  readonly type: string;
  readonly property?: string;
  /** What their absence leaves untried. */
  readonly untried: string;
};

const groupRules = 'rules between security groups. ministack lets every connection through; npm start does not';

export const lacks: readonly Lack[] = [
  { type: 'AWS::Budgets::Budget', untried: 'mails of the budget' },
  { type: 'AWS::CloudWatch::Alarm', property: 'Metrics', untried: 'alarms on several metrics' },
  { type: 'AWS::CloudWatch::InsightRule', untried: 'the busiest keys in the overview' },
  { type: 'AWS::CodeDeploy::Application', untried: 'releases in steps' },
  { type: 'AWS::CodeDeploy::DeploymentGroup', untried: 'releases in steps, and their way back' },
  { type: 'AWS::EC2::SecurityGroupEgress', untried: groupRules },
  { type: 'AWS::EC2::SecurityGroupIngress', untried: groupRules },
  { type: 'AWS::Logs::QueryDefinition', untried: 'saved queries. npm start tries each on its own log' },
  { type: 'Custom::CDKBucketDeployment', untried: 'copying the dashboard into its bucket' },
];

const resource = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  DependsOn: v.optional(v.union([v.string(), v.array(v.string())])),
});
type Resource = v.InferOutput<typeof resource>;
const parameter = v.looseObject({ Type: v.string() });
const templateSchema = v.looseObject({
  Resources: v.record(v.string(), resource),
  Parameters: v.optional(v.record(v.string(), parameter), {}),
});
type Template = v.InferOutput<typeof templateSchema>;

/** A template that the emulator can deploy, and how many resources were taken out of it. */
export type DeployableTemplate = { readonly template: Template; readonly removed: ReadonlyMap<Lack, number> };

/**
 * Takes the resources of {@link lacks} out. What refers to one, such as a policy, gets its logical id instead. Parameters
 * of Systems Manager become texts: ministack has none of AWS's own, such as the newest machine image.
 */
export function withoutLacking(given: unknown): DeployableTemplate {
  const whole = v.parse(templateSchema, given);
  const all = Object.entries(whole.Resources);
  const gone = new Map(all.flatMap(([id, each]) => lacks.filter((lack) => isOf(lack, each)).map((lack) => [id, lack])));
  const kept = all.filter(([id]) => !gone.has(id)).map(([id, each]) => [id, withoutOrder(each, gone)] as const);
  const Parameters = Object.fromEntries(Object.entries(whole.Parameters).map(([id, each]) => [id, asText(each)]));
  const template = { ...whole, Parameters, Resources: Object.fromEntries(kept) };
  const removed = new Map([...Map.groupBy(gone.values(), (lack) => lack)].map(([lack, some]) => [lack, some.length]));
  return { template: v.parse(templateSchema, withoutReferences(template, gone)), removed };
}

const isOf = ({ type, property }: Lack, { Type, Properties }: Resource): boolean =>
  type === Type && (property === undefined || property in Properties);

type Gone = { readonly has: (id: string) => boolean };

function withoutOrder({ DependsOn = [], ...others }: Resource, gone: Gone) {
  const before = [DependsOn].flat().filter((id) => !gone.has(id));
  return before.length === 0 ? others : { ...others, DependsOn: before };
}

const asText = (given: v.InferOutput<typeof parameter>) =>
  given.Type.startsWith('AWS::SSM::') ? { Type: 'String', Default: 'ami-00000000000000000' } : given;

const reference = v.union([
  v.strictObject({ Ref: v.string() }),
  v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
]);

const attribute = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) });

/** Attributes that ministack lacks, and what replaces them. */
const lackingAttributes: Readonly<Record<string, (id: string) => unknown>> = {
  // Of interface endpoints. No function calls it here.
  DnsEntries: () => ['Z00000000000:vpce-0.example'],
  // Of user pools: another attribute, with a scheme.
  ProviderURL: (id) => ({ 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'ProviderName'] }]] }),
};

/** Of a table's replicas. When it changes, ministack makes another table; for AWS it needs no interruption. */
const lackingProperty = 'PointInTimeRecoverySpecification';

function withoutReferences(value: unknown, gone: Gone): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, gone));
  if (typeof value !== 'object' || value === null) return value;
  const id = v.is(reference, value) ? ('Ref' in value ? value.Ref : value['Fn::GetAtt'][0]) : '';
  if (gone.has(id)) return id;
  const replaced = v.is(attribute, value) ? lackingAttributes[value['Fn::GetAtt'][1]] : undefined;
  if (replaced) return replaced(id);
  const kept = Object.entries(value).filter(([name]) => name !== lackingProperty);
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutReferences(each, gone)]));
}
