import * as v from 'valibot';

const statementSchema = v.looseObject({ Effect: v.string(), Action: v.unknown(), Resource: v.optional(v.unknown()) });
const documentSchema = v.looseObject({ Statement: v.array(statementSchema) });
const propertiesSchema = v.looseObject({
  AssumeRolePolicyDocument: v.optional(documentSchema),
  PolicyDocument: v.optional(documentSchema),
  Policies: v.optional(v.unknown()),
  KeyPolicy: v.optional(documentSchema),
});
const policiesSchema = v.array(v.looseObject({ PolicyDocument: documentSchema }));

const templateSchema = v.looseObject({
  Resources: v.record(
    v.string(),
    v.looseObject({
      Type: v.string(),
      Properties: v.optional(propertiesSchema, {}),
      DeletionPolicy: v.optional(v.string()),
      UpdateReplacePolicy: v.optional(v.string()),
    }),
  ),
  Outputs: v.record(v.string(), v.looseObject({ Value: v.unknown() })),
});

type Resource = v.InferOutput<typeof templateSchema>['Resources'][string];

/**
 * What people read of a template in a review, a line each: the type of each resource with what happens to it when it is
 * removed or replaced, the statements of policies, and the outputs. Tests of test/lib state all other properties.
 */
export function reviewedTemplate(template: unknown): Record<string, unknown> {
  const { Resources, Outputs } = v.parse(templateSchema, template);
  const statements = Object.entries(Resources).map(([id, { Properties }]) => [id, linesOf(Properties)] as const);
  return {
    resources: Object.fromEntries(Object.entries(Resources).map(([id, resource]) => [id, typeOf(resource)])),
    policies: Object.fromEntries(statements.filter(([, lines]) => lines.length > 0)),
    outputs: Object.fromEntries(Object.entries(Outputs).map(([name, { Value }]) => [name, textOf(Value)])),
  };
}

const typeOf = ({ Type, DeletionPolicy, UpdateReplacePolicy }: Resource): string =>
  [Type, DeletionPolicy && `removed: ${DeletionPolicy}`, UpdateReplacePolicy && `replaced: ${UpdateReplacePolicy}`]
    .filter(Boolean)
    .join(', ');

function linesOf({ AssumeRolePolicyDocument, PolicyDocument, KeyPolicy, Policies }: Resource['Properties']): string[] {
  const inline = v.is(policiesSchema, Policies) ? Policies.map((policy) => policy.PolicyDocument) : [];
  return [AssumeRolePolicyDocument, PolicyDocument, KeyPolicy, ...inline].flatMap((document) =>
    (document?.Statement ?? []).map(lineOf),
  );
}

function lineOf({ Effect, Action, Resource, Sid: _, ...others }: v.InferOutput<typeof statementSchema>): string {
  const resources = Resource === undefined ? '' : ` on ${textOf(Resource)}`;
  const further = Object.keys(others).length > 0 ? ` ${JSON.stringify(others)}` : '';
  return `${Effect} ${textOf(Action)}${resources}${further}`;
}

const intrinsicSchema = v.union([
  v.object({ Ref: v.string() }),
  v.object({ 'Fn::GetAtt': v.array(v.string()) }),
  v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) }),
]);

/** A value as text: `Table.Arn` for a reference. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (!v.is(intrinsicSchema, value)) return JSON.stringify(value);
  if ('Ref' in value) return value.Ref;
  if ('Fn::GetAtt' in value) return value['Fn::GetAtt'].join('.');
  const [separator, parts] = value['Fn::Join'];
  return parts.map(textOf).join(separator);
}
