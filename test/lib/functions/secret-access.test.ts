import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { type OperatorSecret, secretAccess } from '../../../lib/functions/secret-access.ts';
import { seededRandom } from '../../billing/gateway-process.ts';
import { deployedValue } from '../sizes/deployed-value.ts';
import { propertiesOf, testApp } from '../synthesis.ts';

const secrets = (count: number, from = 0): OperatorSecret[] =>
  Array.from({ length: count }, (_, index) => ({ secretName: `nodes/network-${from + index}/provider` }));

const document = v.object({
  Statement: v.array(v.object({ Action: v.string(), Resource: v.union([v.string(), v.array(v.string())]) })),
});

const readIn = (policy: unknown): string[] =>
  v
    .parse(document, deployedValue(policy))
    .Statement.filter(({ Action }) => Action === 'secretsmanager:GetSecretValue')
    .flatMap(({ Resource }) => Resource)
    .map((arn) => /secret:(.*)-\?{6}$/.exec(arn)?.[1] ?? arn);

/** The names of the secrets that the inline policy and each managed policy grant. */
function granted(some: readonly OperatorSecret[]) {
  const stack = new Stack(testApp(), 'Stack', { env: { account: '123456789012', region: 'eu-central-1' } });
  const { grants } = secretAccess(stack, 'Secrets', some);
  const inline = readIn({
    Statement: grants.map(({ actions, resources }) => ({ Action: actions[0], Resource: resources })),
  });
  const policies = propertiesOf(Template.fromStack(stack), 'AWS::IAM::ManagedPolicy');
  const managed = Object.entries(policies).map(([id, { PolicyDocument }]) => [id, readIn(PolicyDocument)] as const);
  return { inline, managed: Object.fromEntries(managed) };
}

const names = (some: readonly OperatorSecret[]) => some.map(({ secretName }) => secretName).toSorted();

test('few secrets are in the inline policy, and there is no managed one', () => {
  expect(granted(secrets(50))).toEqual({ inline: names(secrets(50)).toSorted(byNumber), managed: {} });
});

const byNumber = (one: string, other: string) => Number(/\d+/.exec(one)) - Number(/\d+/.exec(other));

describe('many secrets', () => {
  const { inline, managed } = granted(secrets(200));

  test('are each in exactly one managed policy, and none is granted that is not theirs', () => {
    expect(Object.values(managed).flat().toSorted()).toEqual(names(secrets(200)));
    expect(Object.keys(managed)).toHaveLength(9);
  });

  test('are in the inline policy too as long as they fit, so that none is without permission when they become many', () => {
    expect(inline).toEqual(secrets(inline.length).map(({ secretName }) => secretName));
    expect(inline.length).toBeGreaterThan(60);
  });
});

test('no change of the nodes leaves a secret without permission for a moment, or moves it to another policy', () => {
  const random = seededRandom(35);
  const integer = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  let before = secrets(60);
  for (let step = 0; step < 20; step++) {
    const at = integer(0, before.length);
    const after =
      random() < 0.5
        ? [...before.slice(0, at), ...secrets(integer(1, 60), 1_000 * (step + 1)), ...before.slice(at)]
        : before.toSpliced(at, integer(1, 40));
    const [older, newer] = [granted(before), granted(after)];
    // CloudFormation creates and changes managed policies first, one after the other: the role refers to them.
    const kept = names(after).filter((name) => names(before).includes(name));
    const many = Object.keys(newer.managed).length > 0;
    const meanwhile = new Set([
      ...older.inline,
      ...(many ? Object.values(newer.managed).flat() : Object.values(older.managed).flat()),
    ]);
    expect(kept.filter((name) => !meanwhile.has(name))).toEqual([]);
    if (many && Object.keys(older.managed).length > 0) {
      for (const name of kept) expect(policyOf(newer.managed, name)).toBe(policyOf(older.managed, name));
    }
    before = after;
  }
});

const policyOf = (managed: Readonly<Record<string, string[]>>, name: string) =>
  Object.keys(managed).find((id) => managed[id]?.includes(name));
