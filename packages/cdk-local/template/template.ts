import { resolve as absolute, dirname } from 'node:path';
import * as v from 'valibot';
import { constructPaths } from './cloud-assembly.ts';
import { withImports } from './imported-network.ts';
import { resolveFields, resolveIntrinsics } from './intrinsics.ts';
import { requireNothingToServe } from './nested-stacks.ts';
import { attachedBy } from './network-types.ts';
import type { StackLocation } from './physical-ids.ts';
import { type TemplateDocument, TemplateError } from './template-document.ts';
import { partOf, type Selection, type TemplatePart, wholeTemplate } from './template-part.ts';
import { createScope, type TemplateScope } from './template-scope.ts';

/** A resource of the template with every intrinsic in it resolved. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  /** The value of `Ref`: the name of a function, table or role, the id of an HTTP API, … */
  readonly ref: string;
  /** The values of `Fn::GetAtt`, by attribute: `Arn`, `StreamArn`, `ApiEndpoint`, … */
  readonly attributes: Readonly<Record<string, string>>;
  /** How a deployment changes it: of an alias, the hooks that CodeDeploy invokes. */
  readonly updatePolicy?: Record<string, unknown>;
};

/** A stack's template, ready to be served. */
export type Template = {
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  /** @throws {TemplateError} `unknown_resource` */
  readonly get: (logicalId: string) => Resource;
  readonly outputs: Readonly<Record<string, string>>;
  /** The folder of the cloud assembly; `aws:asset:path` is relative to it. */
  readonly folder: string;
};

function resourceOf(
  logicalId: string,
  document: TemplateDocument['Resources'][string],
  scope: TemplateScope,
): Resource {
  const path = `Resources.${logicalId}`;
  const { type, named } = scope.physical(logicalId, path);
  const attributes = Object.entries(type.attributes).map(([attribute, give]) => [attribute, give(named)] as const);
  return {
    logicalId,
    type: document.Type,
    properties: resolveFields(document.Properties, scope, `${path}.Properties`),
    metadata: document.Metadata,
    updatePolicy: resolveFields(document.UpdatePolicy, scope, `${path}.UpdatePolicy`),
    ref: type.ref(named),
    attributes: Object.fromEntries(attributes),
  };
}

const holds = (condition: string | undefined, scope: TemplateScope, path: string): boolean =>
  condition === undefined || scope.condition(condition, path);

/** The resources of the part, which grows while they are resolved: they refer to others. */
function resourcesOf(document: TemplateDocument, scope: TemplateScope, part: TemplatePart): Resource[] {
  const all = Object.entries(document.Resources);
  const resolved = new Map<string, Resource | undefined>();
  const isAttached = ({ Type, Properties }: TemplateDocument['Resources'][string]) =>
    resolved.has(referenceOf(Properties[attachedBy[Type] ?? '']) ?? '');
  const next = () => all.find(([id, resource]) => !resolved.has(id) && (part.has(id) || isAttached(resource)));
  for (let found = next(); found; found = next()) {
    const [id, resource] = found;
    const isPresent = holds(resource.Condition, scope, `Resources.${id}`);
    resolved.set(id, isPresent ? resourceOf(id, resource, scope) : undefined);
  }
  return all.flatMap(([id]) => resolved.get(id) ?? []);
}

const reference = v.union([
  v.pipe(
    v.strictObject({ Ref: v.string() }),
    v.transform(({ Ref }) => Ref),
  ),
  v.pipe(
    v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform(({ 'Fn::GetAtt': [id] }) => id),
  ),
]);

/** The logical id of the resource that a property refers to, if it is nothing but a reference. */
function referenceOf(property: unknown): string | undefined {
  const parsed = v.safeParse(reference, property);
  return parsed.success ? parsed.output : undefined;
}

function outputsOf(document: TemplateDocument, scope: TemplateScope, part: TemplatePart): Record<string, string> {
  const chosen = Object.entries(document.Outputs).filter(
    ([name, { Condition }]) => part.has(name) && holds(Condition, scope, `Outputs.${name}`),
  );
  return Object.fromEntries(
    chosen.map(([name, { Value }]) => [name, String(resolveIntrinsics(Value, scope, `Outputs.${name}.Value`))]),
  );
}

/**
 * Replaces HTTPS addresses of distributions: CloudFormation returns a domain name, which has neither the scheme nor the port
 * of the local address.
 */
const withDistributionsAt = (urls: StackLocation['distributionUrls'] = {}, document: TemplateDocument) =>
  Object.entries(urls).reduce((changed, [id, url]): TemplateDocument => {
    const address = JSON.stringify({ 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }]] });
    return JSON.parse(JSON.stringify(changed).replaceAll(address, JSON.stringify(url)));
  }, document);

/**
 * Reads a synthesized template and resolves it as a deployment at `place` would: intrinsics are replaced by their
 * values, and resources whose condition is false are removed. DependsOn has no effect.
 * @param select leaves out everything but some constructs and those that they refer to
 * @throws {TemplateError} with logical id and path, for everything unknown that is not left out: nothing is skipped.
 */
export function loadTemplate(path: string, place: StackLocation, select?: Selection): Template {
  const { document: read, imported } = withImports(path);
  const document = withDistributionsAt(place.distributionUrls, read);
  const selected = select ? partOf(constructPaths(path), select) : wholeTemplate;
  const part = { ...selected, has: (id: string) => imported.has(id) || selected.has(id) };
  const scope = createScope(document, place, part.add);
  // First, because outputs also refer to resources.
  const outputs = outputsOf(document, scope, part);
  const resources = resourcesOf(document, scope, part);
  const folder = dirname(absolute(path));
  requireNothingToServe(resources, folder);
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    get: (logicalId) => {
      const resource = resources.find((candidate) => candidate.logicalId === logicalId);
      if (resource) return resource;
      throw new TemplateError('unknown_resource', `Resources.${logicalId}`, 'there is no such resource');
    },
    outputs,
    folder,
  };
}

/**
 * The ARNs of the functions behind the template's custom resources. They do not run: each type of custom resource is
 * emulated itself, and a type that is not emulated is refused when the template is loaded.
 */
export const customResourceFunctions = ({ resources }: Template): ReadonlySet<unknown> =>
  new Set(resources.filter(({ type }) => type.startsWith('Custom::')).map(({ properties }) => properties.ServiceToken));
