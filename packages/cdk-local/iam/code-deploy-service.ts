import * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { answerJson, GateRefusal, type GateService, jsonRefusal } from './gate-service.ts';

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

/**
 * The part of CodeDeploy that hooks call to report their status. Nothing is deployed locally, so a deployment may
 * belong to any group of the template, and the caller needs the permission for all of them.
 */
export function createCodeDeployService(template: Template, onHookStatus: (status: HookStatus) => void): GateService {
  const groups = template.ofType('AWS::CodeDeploy::DeploymentGroup').map(nameOf);
  return {
    understand: ({ request, body, region, accountId }) => {
      if (request.headers['x-amz-target'] !== target) {
        throw new GateRefusal('unknown_operation', `The local CodeDeploy only knows ${target}`);
      }
      const parsed = v.safeParse(input, body.toString('utf8'));
      if (!parsed.success) throw new GateRefusal('invalid_request', parsed.issues[0].message);
      const { lifecycleEventHookExecutionId } = parsed.output;
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

function nameOf(resource: Resource): string {
  const { ApplicationName, DeploymentGroupName } = readProperties(resource, group);
  return `${ApplicationName}/${DeploymentGroupName}`;
}
