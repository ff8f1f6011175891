import { resolve as absolute, dirname } from 'node:path';
import type { Document } from './document.ts';
import { readDocument } from './document.ts';
import { resolve, resolveFields } from './intrinsics.ts';
import type { Place } from './physical-ids.ts';
import type { TemplateScope } from './scope.ts';
import { createScope } from './scope.ts';
import { TemplateError } from './template-error.ts';

/** A resource of the template with every intrinsic in it resolved. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  /** What `Ref` gives: the function's, table's or role's name, the HTTP API's id, … */
  readonly ref: string;
  /** What `Fn::GetAtt` gives, by attribute: `Arn`, `StreamArn`, `ApiEndpoint`, … */
  readonly attributes: Readonly<Record<string, string>>;
};

/** A stack's template, ready to be served. */
export type Template = {
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  /** @throws {TemplateError} `unknown_resource` */
  readonly get: (logicalId: string) => Resource;
  readonly outputs: Readonly<Record<string, string>>;
  /** The folder of the cloud assembly, to which `aws:asset:path` is relative. */
  readonly folder: string;
};

function resourceOf(logicalId: string, document: Document['Resources'][string], scope: TemplateScope): Resource {
  const path = `Resources.${logicalId}`;
  const { type, named } = scope.physical(logicalId, path);
  const attributes = Object.entries(type.attributes).map(([attribute, give]) => [attribute, give(named)] as const);
  return {
    logicalId,
    type: document.Type,
    properties: resolveFields(document.Properties, scope, `${path}.Properties`),
    metadata: document.Metadata,
    ref: type.ref(named),
    attributes: Object.fromEntries(attributes),
  };
}

function outputsOf(document: Document, scope: TemplateScope): Record<string, string> {
  const chosen = Object.entries(document.Outputs).filter(
    ([name, { Condition }]) => Condition === undefined || scope.condition(Condition, `Outputs.${name}`),
  );
  return Object.fromEntries(
    chosen.map(([name, { Value }]) => [name, String(resolve(Value, scope, `Outputs.${name}.Value`))]),
  );
}

/**
 * Reads a synthesized template and resolves it as a deployment at `place` would: references, attributes and the other
 * intrinsics are replaced by their values, and resources whose condition does not hold are left out. DependsOn has no
 * effect: order is the business of whoever starts the resources.
 * @throws {TemplateError} for everything that is not known: it names the logical id and the path, and nothing is skipped.
 */
export function loadTemplate(path: string, place: Place): Template {
  const document = readDocument(path);
  const scope = createScope(document, place);
  const resources = Object.entries(document.Resources)
    .filter(([id, { Condition }]) => Condition === undefined || scope.condition(Condition, `Resources.${id}`))
    .map(([id, resource]) => resourceOf(id, resource, scope));
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    get: (logicalId) => {
      const resource = resources.find((candidate) => candidate.logicalId === logicalId);
      if (resource) return resource;
      throw new TemplateError('unknown_resource', `Resources.${logicalId}`, 'there is no such resource');
    },
    outputs: outputsOf(document, scope),
    folder: dirname(absolute(path)),
  };
}
