import * as v from 'valibot';

/** A resource of a template. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
};

const anything = v.record(v.string(), v.unknown());

export const templateSchema = v.object({
  Resources: v.optional(
    v.record(
      v.string(),
      v.object({ Type: v.string(), Properties: v.optional(anything, {}), Metadata: v.optional(anything, {}) }),
    ),
    {},
  ),
});

const pseudo = { 'AWS::Partition': 'aws', 'AWS::URLSuffix': 'amazonaws.com' } as const;

const ref = v.strictObject({ Ref: v.string() });
const join = v.strictObject({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) });
const sub = v.strictObject({ 'Fn::Sub': v.string() });

export type DeployTarget = { readonly account: string; readonly region: string };

/** A value as text where it is known before the deployment; `?` if it is not, as for another resource. */
export function textOf(value: unknown, { account, region }: DeployTarget): string {
  const known: Readonly<Record<string, string>> = { ...pseudo, 'AWS::AccountId': account, 'AWS::Region': region };
  const read = (part: unknown): string => {
    if (typeof part === 'string' || typeof part === 'number') return String(part);
    if (v.is(ref, part)) return known[part.Ref] ?? '?';
    if (v.is(join, part)) return part['Fn::Join'][1].map(read).join(part['Fn::Join'][0]);
    if (v.is(sub, part)) return part['Fn::Sub'].replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => known[name] ?? '?');
    return '?';
  };
  return read(value);
}

/** The properties of the resources of a type that have this shape. */
export const propertiesOf = <S extends v.GenericSchema>(
  resources: readonly Resource[],
  type: string,
  schema: S,
): v.InferOutput<S>[] =>
  resources.flatMap((each) => {
    const read = each.type === type ? v.safeParse(schema, each.properties) : undefined;
    return read?.success ? [read.output] : [];
  });
