import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import * as v from 'valibot';

const resourceSchema = v.looseObject({
  Type: v.string(),
  Metadata: v.optional(v.looseObject({ 'aws:cdk:path': v.optional(v.string()) })),
});

/** A template, as far as it is compared. */
export const templateSchema = v.looseObject({
  Resources: v.record(v.string(), resourceSchema),
  Outputs: v.optional(v.record(v.string(), v.looseObject({ Value: v.unknown() })), {}),
});

export type TemplateJson = v.InferOutput<typeof templateSchema>;

type ResourceJson = v.InferOutput<typeof resourceSchema>;

/** What CloudFormation does with a resource. `perhaps replaced`: the values decide, at the deployment. */
type Effect = 'added' | 'changed' | 'removed' | 'replaced' | 'perhaps replaced';

/** A difference between two templates. */
export type ResourceChange = {
  readonly logicalId: string;
  readonly type: string;
  /** The construct's path, such as `Sluice-prod/Tables/Usage/Resource`; undefined if the template does not say it. */
  readonly path: string | undefined;
  readonly effect: Effect;
  /** The changed properties that cause the effect. */
  readonly properties: readonly string[];
};

const effects: Readonly<Record<ResourceImpact, Effect | undefined>> = {
  [ResourceImpact.WILL_CREATE]: 'added',
  [ResourceImpact.WILL_IMPORT]: 'added',
  [ResourceImpact.WILL_UPDATE]: 'changed',
  [ResourceImpact.WILL_DESTROY]: 'removed',
  [ResourceImpact.WILL_ORPHAN]: 'removed',
  [ResourceImpact.WILL_REPLACE]: 'replaced',
  [ResourceImpact.MAY_REPLACE]: 'perhaps replaced',
  [ResourceImpact.NO_CHANGE]: undefined,
};

/**
 * What a deployment of the template `after` does to a stack of the template `before`, by the CDK's own rules (`cdk diff`
 * without a change set). The code of functions and the dashboard's files are left out: they change with every release.
 */
export function resourceChanges(before: TemplateJson, after: TemplateJson): ResourceChange[] {
  const changes: ResourceChange[] = [];
  const [older, newer] = [comparable(before), comparable(after)];
  fullDiff(older, newer).resources.forEachDifference((logicalId, difference) => {
    const effect = effects[difference.changeImpact];
    if (effect === undefined) return;
    const [was, is] = [older.Resources[logicalId], newer.Resources[logicalId]];
    const updates = Object.entries(difference.propertyUpdates);
    const causes = updates.filter(([, { changeImpact }]) => changeImpact === difference.changeImpact);
    const properties = difference.resourceTypeChanged ? ['Type'] : causes.map(([name]) => name);
    if (effect === 'changed' && properties.length === 0 && hasOnlyMetadata(difference.otherChanges)) return;
    changes.push({ logicalId, ...nameOf(was, is), effect, properties });
  });
  return changes.toSorted((one, other) => one.logicalId.localeCompare(other.logicalId));
}

/** A resource that gets another type is named by what it was. */
const nameOf = (before: ResourceJson | undefined, after: ResourceJson | undefined) => ({
  type: before?.Type ?? after?.Type ?? '',
  path: (after ?? before)?.Metadata?.['aws:cdk:path'],
});

/** Metadata says where the code of a function is, and has no effect on a deployment. */
const hasOnlyMetadata = (others: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(others).every((name) => name === 'Metadata');

/** Without the hashes of code, which are also in the logical ids of functions' versions. */
export const comparable = (template: TemplateJson): TemplateJson =>
  v.parse(
    templateSchema,
    JSON.parse(
      JSON.stringify(template)
        .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
        .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}\b/g, '$1HASH'),
    ),
  );
