import { Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { idsWithinStack } from './stack-outputs.ts';

/** Tags the resources of an instance: a stack with nothing else as a whole, so that CloudFormation tags all that can be. */
export function addTags(instance: Construct, tags: Readonly<Record<string, string>>): void {
  const ownStack = idsWithinStack(instance).length === 0;
  for (const [key, value] of Object.entries(tags)) {
    if (ownStack) Stack.of(instance).tags.setTag(key, value);
    else Tags.of(instance).add(key, value);
  }
}
