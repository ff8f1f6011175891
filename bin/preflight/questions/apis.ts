import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo } from '../finding.ts';
import type { AskedStack, Topic } from '../question.ts';
import { propertiesOf } from '../template.ts';
import { askForMore, type Quota, quotaOf } from './quota.ts';

/** "Throttle rate" of the account in the region. All of its APIs share it, REST and WebSocket APIs too. */
const throttleRate: Quota = { service: 'apigateway', code: 'L-8A5B8E43', default: 10_000 };

const stageSchema = v.object({
  DefaultRouteSettings: v.object({ ThrottlingRateLimit: v.number() }),
  AccessLogSettings: v.optional(v.unknown()),
});

const stagesOf = ({ resources }: AskedStack) => propertiesOf(resources, 'AWS::ApiGatewayV2::Stage', stageSchema);

/** Service Quotas may promise more than the account has: API Gateway itself is asked too, and the smaller one counts. */
export const throttleQuestions: Topic = (stack) => {
  const rate = Math.max(
    0,
    ...stagesOf(stack).map(({ DefaultRouteSettings }) => DefaultRouteSettings.ThrottlingRateLimit),
  );
  return [
    {
      check: 'api gateway requests',
      ask: async (ask) => {
        const account = await ask(awsCalls.apiAccount);
        const quota = Math.min(await quotaOf(ask, throttleRate), account?.throttleSettings.rateLimit ?? Infinity);
        const found = `The account may answer ${quota} requests/s in ${stack.place.region}, all APIs together; a stage allows ${rate}.`;
        if (rate <= quota) return ok(found);
        return toDo(found, `Set requestsPerSecond to at most ${quota}. ${askForMore(throttleRate, rate)}`);
      },
    },
  ];
};

/** CloudWatch Logs: "Resource policies: up to 10 per Region, 5,120 characters each". */
const policyCharacters = 5_120;
const policyCount = 10;
/** API Gateway writes every log group of the account into one policy, in the same statement. */
const deliveryPolicy = /^AWSLogDeliveryWrite/;
/** The characters of an ARN of a log group with a long name, with its quotes and comma. */
const arnCharacters = 160;

/** The deployment fails with "Policy document length breaking Cloudwatch Logs Constraints" if the policy has no room. */
export const accessLogQuestions: Topic = (stack) => {
  const groups = stagesOf(stack).filter(({ AccessLogSettings }) => AccessLogSettings !== undefined).length;
  if (groups === 0) return [];
  return [
    {
      check: 'log delivery policy',
      ask: async (ask) => {
        const policies = (await ask(awsCalls.logPolicies))?.resourcePolicies ?? [];
        const delivery = policies.find(({ policyName = '' }) => deliveryPolicy.test(policyName));
        const length = delivery?.policyDocument?.length ?? 0;
        if (delivery === undefined && policies.length >= policyCount)
          return toDo(
            `The region has ${policies.length} resource policies of CloudWatch Logs, and API Gateway needs one more.`,
            'Delete one that is not used: aws logs delete-resource-policy --policy-name NAME',
          );
        const found = `The policy ${delivery?.policyName ?? 'for log delivery'} has ${length} of ${policyCharacters} characters.`;
        const hasOwn = delivery?.policyDocument?.includes(`${stack.stackName}-`) === true;
        if (hasOwn || length + groups * arnCharacters <= policyCharacters) return ok(found);
        return toDo(
          `${found} There is no room for ${groups} more log groups.`,
          'Take the entries of deleted log groups out of it: aws logs describe-resource-policies, then aws logs put-resource-policy.',
        );
      },
    },
  ];
};
