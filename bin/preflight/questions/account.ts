import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo, warning } from '../finding.ts';
import type { Question, Topic } from '../question.ts';
import { propertiesOf, textOf } from '../template.ts';

/** The Free Tier API is in this region only. */
const freeTierRegion = 'us-east-1';

/** An account on AWS's free plan is closed when its credits or six months are over, and some services refuse it. */
export const accountPlan: Question = {
  check: 'account plan',
  ask: async (ask) => {
    const plan = await ask(awsCalls.accountPlan, {}, freeTierRegion);
    if (plan?.accountPlanType !== 'FREE') return ok('The account is not on the free plan of AWS.');
    const end = plan.accountPlanExpirationDate;
    return warning(
      `The account is on the free plan of AWS${end === undefined ? '' : `, until ${end}`}. AWS closes it when the credits or the ` +
        'time are used up, refuses some services to it, and raises no quotas.',
      'Upgrade it in the AWS console (Billing and Cost Management, "Upgrade plan"), before customers sign up.',
    );
  },
};

/** Whether the account has room for the roles, and has the permissions boundary that they name. */
export const roleQuestions: Topic = ({ stackName, resources, place }) => {
  const roles = propertiesOf(resources, 'AWS::IAM::Role', v.object({ PermissionsBoundary: v.optional(v.unknown()) }));
  const boundaries = roles.flatMap(({ PermissionsBoundary: arn }) => (arn === undefined ? [] : [textOf(arn, place)]));
  return [roleRoom(stackName, roles.length), ...[...new Set(boundaries)].map(boundaryQuestion)];
};

const roleRoom = (stackName: string, needed: number): Question => ({
  check: 'iam roles',
  ask: async (ask) => {
    const { Roles = 0, RolesQuota = 1_000 } = (await ask(awsCalls.iamSummary))?.SummaryMap ?? {};
    const deployed = (await ask(awsCalls.stackResources, { 'stack-name': stackName }))?.StackResourceSummaries ?? [];
    const present = deployed.filter(({ ResourceType }) => ResourceType === 'AWS::IAM::Role').length;
    const found = `The account has ${Roles} roles of ${RolesQuota}, ${present} of them for this stack, which needs ${needed}.`;
    return Roles - present + needed <= RolesQuota
      ? ok(found)
      : toDo(found, 'Delete roles that are not used, or ask AWS for more.');
  },
});

const boundaryQuestion = (arn: string): Question => ({
  check: `permissions boundary ${arn}`,
  ask: async (ask) =>
    (await ask(awsCalls.policy, { 'policy-arn': arn }))
      ? ok('IAM has the policy. Compare what it allows with docs/operating.md, "In a company\'s account".')
      : toDo('IAM has no such policy.', 'Correct the permissions boundary, or create the policy.'),
});
