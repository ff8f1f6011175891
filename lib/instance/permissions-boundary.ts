import { PERMISSIONS_BOUNDARY_CONTEXT_KEY } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

/**
 * Refuses a permissions boundary that the CDK would ignore: with `-c`, a context value is a text, and the CDK only reads an
 * object.
 * @throws {ConfigurationError} saying how to give it
 */
export function refuseIgnoredBoundary(scope: Construct): void {
  const boundary: unknown = scope.node.tryGetContext(PERMISSIONS_BOUNDARY_CONTEXT_KEY);
  if (typeof boundary !== 'string') return;
  throw new ConfigurationError(
    `The context value "${PERMISSIONS_BOUNDARY_CONTEXT_KEY}" is a text, which the CDK ignores: the roles would have no ` +
      'permissions boundary. Give it as an object in the context of cdk.json: { "name": "POLICY" }, or as the ' +
      "permissionsBoundary of the stack: PermissionsBoundary.fromName('POLICY').",
  );
}
