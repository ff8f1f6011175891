import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AlarmDefinition } from './alarm-definition.ts';

/**
 * The most alarms of networks in the instance's own stack. CloudFormation allows 500 resources, of which an instance with
 * every option has fewer than 300, however many networks it has. More here would move the alarms of installations.
 */
const ofOwnStack = 100;

/** Of each nested stack, with room for what the CDK adds. */
const ofNestedStack = 450;

/** Where an alarm is created. */
export type AlarmPlace = {
  readonly scope: Construct;
  /** The number of the nested stack; undefined in the instance's own. */
  readonly stack: number | undefined;
};

/**
 * Decides which stack has the alarms of each network: the instance's own, and nested ones for the networks that come after
 * the first 100 alarms. A network's alarms stay together, and a network that is added at the end moves none.
 */
export function placesOfAlarms(scope: Construct, definitions: readonly AlarmDefinition[]) {
  const numbers = stackNumbers(definitions);
  const nested = new Map<number, NestedStack>();
  return ({ network }: AlarmDefinition): AlarmPlace => {
    const stack = network === undefined ? 0 : (numbers.get(network) ?? 0);
    if (stack === 0) return { scope, stack: undefined };
    const existing = nested.get(stack) ?? new NestedStack(scope, `NetworkAlarms${stack}`);
    nested.set(stack, existing);
    return { scope: existing, stack };
  };
}

function stackNumbers(definitions: readonly AlarmDefinition[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { network } of definitions) {
    if (network !== undefined) counts.set(network, (counts.get(network) ?? 0) + 1);
  }
  let [stack, room] = [0, ofOwnStack];
  const numbers = new Map<string, number>();
  for (const [network, count] of counts) {
    if (count > room) [stack, room] = [stack + 1, ofNestedStack];
    room -= count;
    numbers.set(network, stack);
  }
  return numbers;
}
