import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { artifactsOf } from './cloud-assembly.ts';
import { networkTypes } from './network-types.ts';
import { readDocument, type TemplateDocument, TemplateError } from './template-document.ts';

/** A template in which values of other stacks of its app are replaced, and what came with them. */
export type WithImports = { readonly document: TemplateDocument; readonly imported: ReadonlySet<string> };

/**
 * Replaces what a stack imports from other stacks of its cloud assembly, such as the VPC of a network's stack: a value by
 * that of the exporting output, with the resources of EC2 that its stack has.
 * @throws {TemplateError} if both stacks have a resource of one logical id
 */
export function withImports(path: string): WithImports {
  const document = readDocument(path);
  const names = importsIn(document);
  if (names.size === 0) return { document, imported: new Set() };
  const exporting = otherTemplates(path).filter(({ Outputs }) =>
    Object.values(Outputs).some((it) => names.has(exportOf(it))),
  );
  const values = new Map(
    exporting.flatMap(({ Outputs }) => Object.values(Outputs).map((it): [string, unknown] => [exportOf(it), it.Value])),
  );
  const resources = Object.fromEntries(
    exporting.flatMap(({ Resources }) => Object.entries(Resources).filter(([, { Type }]) => isOfNetwork(Type))),
  );
  const twice = Object.keys(resources).find((id) => Object.hasOwn(document.Resources, id));
  if (twice !== undefined)
    throw new TemplateError('unknown_reference', `Resources.${twice}`, 'the stack that exports values has it too');
  const replaced = { ...document, Resources: { ...document.Resources, ...resources } };
  return { document: { ...replaced, ...replaceIn(replaced, values) }, imported: new Set(Object.keys(resources)) };
}

/** A load balancer may refer to anything, and nothing in a function's network refers to it. */
const isOfNetwork = (type: string): boolean => type.startsWith('AWS::EC2::') && Object.hasOwn(networkTypes, type);

const importSchema = v.strictObject({ 'Fn::ImportValue': v.string() });

function importsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (v.is(importSchema, value)) return found.add(value['Fn::ImportValue']);
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) importsIn(each, found);
  return found;
}

const exportOf = ({ Export }: TemplateDocument['Outputs'][string]): string => Export?.Name ?? '';

function otherTemplates(path: string): TemplateDocument[] {
  const folder = dirname(path);
  if (!existsSync(join(folder, 'manifest.json'))) return [];
  const files = artifactsOf(folder).flatMap(({ properties }) => properties.templateFile ?? []);
  const others = files.filter((name) => name !== basename(path)).map((name) => join(folder, name));
  return others.filter(existsSync).map(readDocument);
}

function replaceIn<T>(value: T, values: ReadonlyMap<string, unknown>): T;
function replaceIn(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, values));
  if (typeof value !== 'object' || value === null) return value;
  if (v.is(importSchema, value)) return values.get(value['Fn::ImportValue']) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceIn(each, values)]));
}
