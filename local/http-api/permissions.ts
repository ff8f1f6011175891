import { readProperties } from '../properties.ts';
import type { Template } from '../template/template.ts';
import { permissionProperties } from './properties.ts';

/** That a service may invoke a function on behalf of what `source` matches. */
export type Permission = { readonly functionName: string; readonly source: RegExp };

/** The permissions of the template that let API Gateway invoke a function. */
export function readPermissions(template: Template): Permission[] {
  return template
    .ofType('AWS::Lambda::Permission')
    .map((resource) => readProperties(resource, permissionProperties))
    .filter(({ Action, Principal }) => Principal === 'apigateway.amazonaws.com' && invokes.has(Action))
    .map(({ FunctionName, SourceArn }) => ({ functionName: FunctionName, source: arnLike(SourceArn) }));
}

const invokes = new Set(['lambda:InvokeFunction', 'lambda:*']);

/** Whether API Gateway may invoke the function for this route or authorizer: an ARN of execute-api. */
export const mayInvoke = (permissions: readonly Permission[], functionArn: string, sourceArn: string): boolean =>
  permissions.some(
    ({ functionName, source }) =>
      (functionName === functionArn || functionArn.endsWith(`:function:${functionName}`)) && source.test(sourceArn),
  );

// Lambda compares SourceArn by ArnLike: * for any characters, ? for one (IAM User Guide).
function arnLike(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
