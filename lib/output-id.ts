import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The ids of an instance and its scopes within the stack. As in logical ids, `Default` is left out. */
export function idsWithinStack(instance: Construct): string[] {
  const { scopes } = instance.node;
  const ids = scopes.slice(scopes.indexOf(Stack.of(instance)) + 1).map(({ node }) => node.id);
  return ids.filter((id) => id !== 'Default');
}

/**
 * The name of a stack output of an instance: `DashboardUrl` in SluiceStack, `RpcDashboardUrl` for an instance with the id
 * `Rpc`. Operators' commands find the outputs by it.
 */
export function outputId(instance: Construct, name: string): string {
  const prefix = idsWithinStack(instance).join('');
  return `${prefix.replace(/[^A-Za-z0-9]/g, '')}${name}`;
}
