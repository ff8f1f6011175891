import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { networkTypes } from '../../packages/cdk-local/template/network-types.ts';
import { resourceTypes, withoutEffect } from '../../packages/cdk-local/template/physical-ids.ts';
import { billing, type StackChanges, templateOf, upstreams, withNodes } from './synthesis.ts';
import { inVpc } from './vpc/vpc-stack.ts';

// The permissions to read so many secrets need managed policies; the alarms of so many nodes, nested stacks.
const manySecrets = Array.from({ length: 80 }, (_, index) => ({
  url: `https://node-${index}.example.com`,
  secretName: `a-long-name-of-a-secret-with-credentials/of-node-${index}`,
}));

/** Together, they have every type of resource that the stack has with one setting or another. */
const variants: readonly StackChanges[] = [
  {
    settings: {
      billing,
      alarmEmail: 'operator@b.example',
      networks: withNodes({ ...upstreams, mainnet: manySecrets }),
    },
  },
  inVpc(),
];

/** What the local runtime knows beside the stack's types, and who has it. */
const ofUsers: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'an app of a user that sends usage data to the makers of the CDK',
};

const resources = v.object({ Resources: v.record(v.string(), v.object({ Type: v.string() })) });
const typesOf = (changes: StackChanges) =>
  Object.values(v.parse(resources, templateOf('prod', changes).toJSON()).Resources).map(({ Type }) => Type);

test('the local runtime knows the types of the stack, those of a VPC in the same app, and no others', () => {
  const known = Object.keys({ ...resourceTypes, ...withoutEffect });
  const inStack = new Set(variants.flatMap(typesOf));
  expect([...inStack].filter((type) => !known.includes(type))).toEqual([]);
  const isNeeded = (type: string) => inStack.has(type) || Object.hasOwn(networkTypes, type);
  expect(known.filter((type) => !isNeeded(type)).toSorted()).toEqual(Object.keys(ofUsers));
});
