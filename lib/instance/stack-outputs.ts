import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

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
const outputId = (instance: Construct, name: string): string => `${prefixOf(instance)}${name}`;

/** CloudFormation allows only these characters in the name of an output. */
const prefixOf = (instance: Construct): string =>
  idsWithinStack(instance)
    .join('')
    .replace(/[^A-Za-z0-9]/g, '');

/** @throws {ConfigurationError} if the instance's id has no letter for the names of its outputs */
export function requireOutputPrefix(instance: Construct): void {
  if (prefixOf(instance) !== '' || idsWithinStack(instance).length === 0) return;
  throw new ConfigurationError(
    `The id of ${instance.node.path} needs a letter from A to Z, because the stack's outputs begin with it.`,
  );
}

/** The instances in each stack, by the names of their outputs. */
const stacks = new WeakMap<IConstruct, Map<string, string>>();

/**
 * Adds an output of an instance to its stack.
 * @throws {ConfigurationError} if another instance of the stack has an output with this name
 */
export function addOutput(instance: Construct, name: string, value: string): void {
  const id = outputId(instance, name);
  const { path } = instance.node;
  const stack = Stack.of(instance);
  const claimed = stacks.get(stack) ?? new Map<string, string>();
  const other = claimed.get(id);
  if (other !== undefined) {
    throw new ConfigurationError(
      `${other} and ${path} would both have an output with the name ${id}. Give one of them another id.`,
    );
  }
  stacks.set(stack, claimed.set(id, path));
  new CfnOutput(instance, name, { value }).overrideLogicalId(id);
}
