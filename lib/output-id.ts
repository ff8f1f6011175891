import { Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { ConfigurationError } from './settings/configuration-error.ts';

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
export const outputId = (instance: Construct, name: string): string => `${prefixOf(instance)}${name}`;

/** CloudFormation allows only these characters in the name of an output. */
const prefixOf = (instance: Construct): string =>
  idsWithinStack(instance)
    .join('')
    .replace(/[^A-Za-z0-9]/g, '');

/** The instances in each stack, by the beginning of their outputs. */
const stacks = new WeakMap<IConstruct, Map<string, string>>();

/**
 * Keeps the names of an instance's outputs for it alone.
 * @throws {ConfigurationError} if its id has no letter for them, or another instance of the stack has the same ones
 */
export function claimOutputs(instance: Construct): void {
  const { path } = instance.node;
  const prefix = prefixOf(instance);
  if (prefix === '' && idsWithinStack(instance).length > 0) {
    throw new ConfigurationError(
      `The id of ${path} needs a letter from A to Z, because the stack's outputs begin with it.`,
    );
  }
  const stack = Stack.of(instance);
  const claimed = stacks.get(stack) ?? new Map<string, string>();
  const other = claimed.get(prefix);
  if (other !== undefined) {
    throw new ConfigurationError(
      `The outputs of ${other} and ${path} would have the same names, such as ${prefix}ApiUrl. Give one of them another id.`,
    );
  }
  stacks.set(stack, claimed.set(prefix, path));
}
