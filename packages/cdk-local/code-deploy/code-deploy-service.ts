import * as v from 'valibot';
import { answerJson, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import { readProperties } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';

/** The status that a hook reported for a deployment. */
export type HookStatus = v.InferOutput<typeof hookStatus>;

const target = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';
const hookStatus = v.object({
  deploymentId: v.string(),
  lifecycleEventHookExecutionId: v.string(),
  status: v.picklist(['Succeeded', 'Failed']),
});
const input = v.pipe(v.string(), v.parseJson(), hookStatus);
const group = v.looseObject({ ApplicationName: v.string(), DeploymentGroupName: v.string() });
// CloudFormation User Guide, "UpdatePolicy attribute", CodeDeployLambdaAliasUpdate.
const aliasUpdate = v.object({
  CodeDeployLambdaAliasUpdate: v.object({
    DeploymentGroupName: v.string(),
    BeforeAllowTrafficHook: v.optional(v.string()),
    AfterAllowTrafficHook: v.optional(v.string()),
  }),
});

/**
 * The part of CodeDeploy that hooks call to report their status. Nothing is deployed locally, so a deployment may
 * belong to any group that has the caller as its hook, and the caller needs the permission for all of them.
 */
export function createCodeDeployService(template: Template, onHookStatus: (status: HookStatus) => void): GateService {
  return {
    understand: ({ request, body, roleArn, region, accountId }) => {
      if (request.headers['x-amz-target'] !== target) {
        throw new GateRefusal('unknown_operation', `The local CodeDeploy only knows ${target}`);
      }
      const parsed = v.safeParse(input, body.toString('utf8'));
      if (!parsed.success) throw new GateRefusal('invalid_request', parsed.issues[0].message);
      const { lifecycleEventHookExecutionId } = parsed.output;
      const groups = groupsWithHook(template, roleArn);
      if (groups.length === 0) {
        throw new GateRefusal('invalid_request', 'No deployment group of the template has this function as a hook');
      }
      return {
        permissions: groups.map((name) => ({
          action: 'codedeploy:PutLifecycleEventHookExecutionStatus',
          resource: `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${name}`,
        })),
        answer: async (response) => {
          onHookStatus(parsed.output);
          answerJson(response, 200, { lifecycleEventHookExecutionId });
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}

/** The names of the groups whose hook has this role. */
function groupsWithHook(template: Template, roleArn: string): string[] {
  const functions = template.ofType('AWS::Lambda::Function').filter(({ properties }) => properties.Role === roleArn);
  const hooks = new Set(functions.map(({ ref }) => ref));
  const updates = template
    .ofType('AWS::Lambda::Alias')
    .flatMap(({ updatePolicy }) => (v.is(aliasUpdate, updatePolicy) ? [updatePolicy.CodeDeployLambdaAliasUpdate] : []))
    .filter((it) => hooks.has(it.BeforeAllowTrafficHook ?? '') || hooks.has(it.AfterAllowTrafficHook ?? ''));
  const groups = new Set(updates.map(({ DeploymentGroupName }) => DeploymentGroupName));
  return template
    .ofType('AWS::CodeDeploy::DeploymentGroup')
    .filter(({ ref }) => groups.has(ref))
    .map(nameOf);
}

function nameOf(resource: Resource): string {
  const { ApplicationName, DeploymentGroupName } = readProperties(resource, group);
  return `${ApplicationName}/${DeploymentGroupName}`;
}
