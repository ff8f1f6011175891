import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { decide, statementsOf } from '../../packages/cdk-local/iam/policy.ts';
import { customResourceFunctions, type Template } from '../../packages/cdk-local/template/template.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { dayKey, markDueUpdate } from '../../src/usage/day-items.ts';
import { liveAsCustomer } from '../management-api/client/customer.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';
import type { World } from './security-world.ts';

type Grant = { readonly role: string; readonly roleArn: string; readonly action: string; readonly resource: string };

const oneOrMore = v.union([v.string(), v.array(v.string())]);
const statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: v.optional(v.unknown()),
});
const policies = v.object({
  Policies: v.array(v.object({ PolicyDocument: v.object({ Statement: v.array(statement) }) })),
});
const attachedPolicy = v.object({ ...policies.entries.Policies.item.entries, Roles: v.array(v.string()) });

/** Every action that a function which runs here is granted, with each thing it may be taken on. */
export function grantsOf(template: Template): Grant[] {
  const others = customResourceFunctions(template);
  const functions = template.ofType('AWS::Lambda::Function').filter(({ attributes }) => !others.has(attributes.Arn));
  const roles = new Set(functions.map(({ properties }) => properties.Role));
  const attached = template.ofType('AWS::IAM::Policy').map(({ properties }) => v.parse(attachedPolicy, properties));
  return template
    .ofType('AWS::IAM::Role')
    .filter(({ attributes }) => roles.has(attributes.Arn))
    .flatMap(({ logicalId, ref, attributes, properties }) =>
      [...v.parse(policies, properties).Policies, ...attached.filter(({ Roles }) => Roles.includes(ref))]
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .flatMap(({ Action, Resource }) =>
          [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ action, resource }))),
        )
        .map((grant) => ({
          role: logicalId.replace(/Role[0-9A-F]{8}$/, ''),
          roleArn: String(attributes.Arn),
          ...grant,
        })),
    );
}

/** What no call here needs, and why. */
const neededElsewhere = [
  // Lambda itself writes a function's log.
  'DataPlaneAuthorizer logs:CreateLogStream',
  'DataPlaneAuthorizer logs:PutLogEvents',
  'DataPlaneProxy logs:CreateLogStream',
  'DataPlaneProxy logs:PutLogEvents',
  'DataPlaneRecordStreamTally logs:CreateLogStream',
  'DataPlaneRecordStreamTally logs:PutLogEvents',
  'ControlPlaneApi logs:CreateLogStream',
  'ControlPlaneApi logs:PutLogEvents',
  'ControlPlaneKeyApiAuthorizer logs:CreateLogStream',
  'ControlPlaneKeyApiAuthorizer logs:PutLogEvents',
  'ControlPlaneKeyApiHandler logs:CreateLogStream',
  'ControlPlaneKeyApiHandler logs:PutLogEvents',
  'ControlPlaneTokenAuthorizer logs:CreateLogStream',
  'ControlPlaneTokenAuthorizer logs:PutLogEvents',
  'ControlPlanePublicApi logs:CreateLogStream',
  'ControlPlanePublicApi logs:PutLogEvents',
  'ControlPlaneUserPoolUserConfirmed logs:CreateLogStream',
  'ControlPlaneUserPoolUserConfirmed logs:PutLogEvents',
  'ControlPlaneSignUpMail logs:CreateLogStream',
  'ControlPlaneSignUpMail logs:PutLogEvents',
  'AccountSweep logs:CreateLogStream',
  'AccountSweep logs:PutLogEvents',
  'Watch logs:CreateLogStream',
  'Watch logs:PutLogEvents',
  'UsageDays logs:CreateLogStream',
  'UsageDays logs:PutLogEvents',
  // What cannot be counted: test/promises has the tally divert it, and Lambda itself takes it to the bucket after a
  // crash.
  'DataPlaneRecordStreamTally dynamodb:GetItem',
  'DataPlaneRecordStreamTally s3:ListBucket',
  'DataPlaneRecordStreamTally s3:PutObject',
  // The plans of an account that has costs, in the report of every night: test/lambda/usage-days.report.
  'UsageDays dynamodb:Query',
  // The checks of a release, which test/lambda/release lets try each version under these roles.
  'ReleaseCheck logs:CreateLogStream',
  'ReleaseCheck logs:PutLogEvents',
  'ReleaseCheck dynamodb:DeleteItem',
  'ReleaseCheck dynamodb:PutItem',
  ...Array<string>(3).fill('ReleaseCheck lambda:InvokeFunction'),
  ...Array<string>(3).fill('ReleaseCheck codedeploy:PutLifecycleEventHookExecutionStatus'),
];

async function useEverything({ local, node, known }: World, customer: Customer): Promise<void> {
  const { runtime } = local;
  const devnet = runtime.endpoints.devnet ?? '';
  await liveAsCustomer({
    client: customer.client,
    callRpc: async (secret) => (await post(devnet, secret, call('getHealth'))).status,
    eventually: async (look) => {
      await runtime.drained();
      const found = await look();
      if (found === undefined) throw new Error('the tally has seen everything, and it does not show');
      return found;
    },
  });
  expect((await post(devnet, known.revoked, call('getHealth'))).status).toBe(403);
  expect(node.heads).not.toEqual([]);
  const endedDay = { accountId: 'account', keyId: 'key', day: dayOf(Date.now() - 2 * dayMs) };
  await local.usage.update(markDueUpdate(endedDay));
  await runtime.runScheduled();
  expect(await local.usage.get(dayKey(endedDay))).toMatchObject({ figures: '{}' });
  await runtime.drained();
}

export function grantCases(running: () => World): void {
  test('each grant of each function is needed: without it, a call that some request needs would be refused', async () => {
    const world = running();
    await useEverything(world, await becomeCustomer(world.local, 'grants@example.com'));
    const grants = grantsOf(world.local.runtime.template);
    const superfluous = grants.filter((dropped) => {
      const rest = grants.filter((grant) => grant.roleArn === dropped.roleArn && grant !== dropped);
      const statements = statementsOf(
        { Statement: rest.map(({ action, resource }) => ({ Effect: 'Allow', Action: action, Resource: resource })) },
        dropped.role,
      );
      const calls = world.awsCalls().filter(({ roleArn }) => roleArn === dropped.roleArn);
      return calls.every(({ action, resource }) => decide(statements, action, resource) === 'allowed');
    });
    expect(superfluous.map(({ role, action }) => `${role} ${action}`).toSorted()).toEqual(neededElsewhere.toSorted());
  });
}
