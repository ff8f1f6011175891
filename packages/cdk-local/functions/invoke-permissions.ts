import * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import { wildcards } from '../wildcards.ts';

/** Allows a service to invoke a function for the resources that `source` matches. */
export type InvokePermission = { readonly functionName: string; readonly source: RegExp };

const schema = v.strictObject({
  Action: v.string(),
  FunctionName: v.string(),
  Principal: v.string(),
  SourceArn: v.optional(v.string(), '*'),
});

/**
 * The permissions of the template that let a service, such as `apigateway.amazonaws.com`, invoke a function.
 * @throws {UnsupportedResourceError} for conditions that are not emulated, of any service
 */
export function readPermissions(template: Template, service: string): InvokePermission[] {
  return (
    template
      .ofType('AWS::Lambda::Permission')
      .map((resource) => readProperties(resource, schema))
      .filter(({ Action, Principal }) => Principal === service && invokes.has(Action))
      // Lambda compares SourceArn by ArnLike (IAM User Guide).
      .map(({ FunctionName, SourceArn }) => ({ functionName: FunctionName, source: wildcards(SourceArn) }))
  );
}

const invokes = new Set(['lambda:InvokeFunction', 'lambda:*']);

/**
 * Whether one of the permissions allows the resource `sourceArn` (a route, an authorizer, a rule) to invoke the
 * function.
 */
export const mayInvoke = (permissions: readonly InvokePermission[], functionArn: string, sourceArn: string): boolean =>
  permissions.some(
    ({ functionName, source }) =>
      (functionName === functionArn || functionArn.endsWith(`:function:${functionName}`)) && source.test(sourceArn),
  );
