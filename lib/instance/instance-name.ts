import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { accountAndRegion } from './account-and-region.ts';
import { idsWithinStack } from './stack-outputs.ts';

/** With it, the longest name, `sluice-<instance>-ap-southeast-1`, has less than the 64 characters that CloudFront allows. */
const longest = 40;

/**
 * The name of an instance, which the names of its resources contain: the given one, or one made from the names of its
 * stack and its constructs.
 * @throws {ConfigurationError} if the given name is not valid, or the instance is in a nested stack
 */
export function instanceNameOf(scope: Construct, given: string | undefined): string {
  refuseNestedStack(scope);
  return given === undefined ? derivedName(scope) : checkedInstanceName(given, scope.node.path);
}

/**
 * Keeps the name of an instance for it alone.
 * @throws {ConfigurationError} if another instance of the app has it in the same account and region
 */
export function claimInstanceName(scope: Construct, name: string): void {
  const names = claimedNames(scope);
  const place = `${accountAndRegion(scope)} ${name}`;
  const other = names.get(place);
  if (other !== undefined) {
    throw new ConfigurationError(
      `${other} and ${scope.node.path} both have the instance name ${JSON.stringify(name)}, and their resources would ` +
        'have the same names. Give one of them another instanceName.',
    );
  }
  names.set(place, scope.node.path);
}

/** The constructs in each app, by {@link accountAndRegion} and name. */
const apps = new WeakMap<IConstruct, Map<string, string>>();

function claimedNames({ node: { root } }: Construct): Map<string, string> {
  const names = apps.get(root) ?? new Map<string, string>();
  apps.set(root, names);
  return names;
}

function refuseNestedStack(scope: Construct): void {
  if (!Stack.of(scope).nested) return;
  throw new ConfigurationError(
    `${scope.node.path} is in a nested stack, whose outputs the operator's commands cannot find. Put it into a stack of ` +
      'its own: new SluiceStack(app, …), or new Sluice(stack, …).',
  );
}

/**
 * @param source for the message, for example the construct's path
 * @throws {ConfigurationError} if the name is not valid
 */
export function checkedInstanceName(given: string, source: string): string {
  if (given.length <= longest && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(given)) return given;
  throw new ConfigurationError(
    `The instanceName of ${source} is ${JSON.stringify(given)}: it must have 1 to ${longest} lower-case ` +
      "letters, digits and single hyphens, and begin with a letter. Example: 'rpc-staging'.",
  );
}

function derivedName(scope: Construct): string {
  const { stackName } = Stack.of(scope);
  const name = [stackName, ...idsWithinStack(scope)].join('-').toLowerCase();
  const valid = name.replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+|-+$/g, '');
  if (valid !== '' && valid.length <= longest) return valid;
  // A hash keeps shortened names apart: of the path, and of the stack's name, which one construct can have several of.
  const hash = `x${createHash('sha256').update(`${stackName} ${scope.node.path}`).digest('hex').slice(0, 7)}`;
  return `${valid.slice(0, longest - 1 - hash.length).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
