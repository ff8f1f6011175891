import { customResourceFunctions } from '../template/custom-resources.ts';
import type { Template } from '../template/template.ts';
import { type FunctionDefinition, readFunction } from './properties.ts';
import { readQualified } from './qualified.ts';

/** What is found by a name or an ARN: its ARN and its function. */
export type Found = { readonly arn: string; readonly definition: FunctionDefinition };

/**
 * The template's functions, but for those of custom resources, which never run.
 * @throws {UnsupportedResourceError} for properties that are not emulated.
 */
export function definitionsOf(template: Template): FunctionDefinition[] {
  const notRun = customResourceFunctions(template);
  return template
    .ofType('AWS::Lambda::Function')
    .filter(({ attributes }) => !notRun.has(attributes.Arn))
    .map((it) => readFunction(it, template.folder));
}

/** Finds what is invoked by a name or an ARN, which may be that of a version or an alias. */
export function finderOf(template: Template, definitions: readonly FunctionDefinition[]) {
  const qualified = readQualified(template);
  return (nameOrArn: string): Found | undefined => {
    const { arn, functionName = nameOrArn } = qualified.get(nameOrArn) ?? {};
    const definition = definitions.find((each) => each.name === functionName || each.arn === functionName);
    return definition && { arn: arn ?? definition.arn, definition };
  };
}
