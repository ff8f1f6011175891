import { evaluateCondition, type IntrinsicScope, noValue, resolveIntrinsics } from './intrinsics.ts';
import {
  type NamedResource,
  type ResourceType,
  resourceTypes,
  type StackLocation,
  withoutEffect,
} from './physical-ids.ts';
import { type TemplateDocument, TemplateError } from './template-document.ts';

/** A resource's type with its return values, and the resource's name. */
type Physical = { readonly type: ResourceType; readonly named: NamedResource };

const pseudoParameters = ({ accountId, region, stackName }: StackLocation): Readonly<Record<string, unknown>> => ({
  'AWS::AccountId': accountId,
  'AWS::NoValue': noValue,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/local`,
  'AWS::StackName': stackName,
  'AWS::URLSuffix': 'amazonaws.com',
});

function typeOf(type: string, path: string, reference: string): ResourceType {
  if (Object.hasOwn(withoutEffect, type)) return { ref: ({ name }) => name, attributes: {} };
  const known = Object.hasOwn(resourceTypes, type) ? resourceTypes[type] : undefined;
  if (known) return known;
  const needed = reference === path ? '' : `, to which ${reference} refers`;
  throw new TemplateError('unknown_resource_type', path, `the local runtime does not know ${type}${needed}`);
}

/** Computes each value once, on demand, and refuses circular references. */
function onceEach<T>(compute: (name: string, path: string) => T): (name: string, path: string) => T {
  const known = new Map<string, T>();
  const underWay = new Set<string>();
  return (name, path) => {
    const value = known.get(name);
    if (value !== undefined) return value;
    if (underWay.has(name)) throw new TemplateError('circular_reference', path, `${name} refers to itself`);
    underWay.add(name);
    const computed = compute(name, path);
    underWay.delete(name);
    known.set(name, computed);
    return computed;
  };
}

/** Resolves the names of a template at a place. */
export type TemplateScope = IntrinsicScope & { readonly physical: (logicalId: string, path: string) => Physical };

/**
 * Makes the scope in which the template's intrinsics are resolved.
 * @param onReference called with the logical id of each resource that an intrinsic refers to
 */
export function createScope(
  document: TemplateDocument,
  place: StackLocation,
  onReference: (logicalId: string) => void = () => {},
): TemplateScope {
  const pseudo = pseudoParameters(place);

  const physical = onceEach((logicalId, path): Physical => {
    const resource = Object.hasOwn(document.Resources, logicalId) ? document.Resources[logicalId] : undefined;
    if (!resource || (resource.Condition !== undefined && !condition(resource.Condition, path))) {
      throw new TemplateError('unknown_reference', path, `there is no resource or parameter ${logicalId}`);
    }
    onReference(logicalId);
    const type = typeOf(resource.Type, `Resources.${logicalId}`, path);
    const property = (name = ''): unknown =>
      resolveIntrinsics(resource.Properties[name], scope, `Resources.${logicalId}.Properties.${name}`);
    const explicit = property(type.nameProperty);
    const qualifier = property(type.qualifierProperty);
    const name = [typeof explicit === 'string' ? explicit : logicalId, qualifier].filter(Boolean).join(':');
    return { type, named: { ...place, logicalId, name } };
  });

  const condition = onceEach((name, path): boolean => {
    if (Object.hasOwn(document.Conditions, name)) {
      return evaluateCondition(document.Conditions[name], scope, `Conditions.${name}`);
    }
    throw new TemplateError('unknown_reference', path, `there is no condition ${name}`);
  });

  const parameter = (name: string, path: string): unknown => {
    const value = document.Parameters[name]?.Default;
    // The default of an SSM parameter is the parameter's name, not its value.
    const known = value !== undefined && !document.Parameters[name]?.Type.startsWith('AWS::SSM::');
    if (known) return value;
    throw new TemplateError('missing_parameter', path, `the parameter ${name} has no local value`);
  };

  const ref = (name: string, path: string): unknown => {
    if (Object.hasOwn(pseudo, name)) return pseudo[name];
    if (name.startsWith('AWS::')) {
      throw new TemplateError(
        'unknown_reference',
        path,
        `the local runtime does not know the pseudo parameter ${name}`,
      );
    }
    if (Object.hasOwn(document.Parameters, name)) return parameter(name, path);
    const { type, named } = physical(name, path);
    return type.ref(named);
  };

  const attribute = (logicalId: string, attributeName: string, path: string): unknown => {
    const { type, named } = physical(logicalId, path);
    const give = Object.hasOwn(type.attributes, attributeName) ? type.attributes[attributeName] : undefined;
    if (give) return give(named);
    const list = type.lists?.[attributeName];
    if (list) return list(named);
    const properties = document.Resources[logicalId]?.Properties ?? {};
    if (type.propertyAttributes?.includes(attributeName) && attributeName in properties) {
      return resolveIntrinsics(properties[attributeName], scope, `Resources.${logicalId}.${attributeName}`);
    }
    const typeName = document.Resources[logicalId]?.Type;
    throw new TemplateError('unknown_attribute', path, `${typeName} has no attribute ${attributeName} known locally`);
  };

  const scope: TemplateScope = { ref, attribute, condition, physical };
  return scope;
}
