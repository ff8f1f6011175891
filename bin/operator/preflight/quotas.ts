import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { defaultRequestsPerSecond } from '../../../lib/settings/request-rate.ts';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { type Check, type CheckResult, ifPresent, ok, toDo } from './check.ts';

/** AWS tells by no call whether an account may create distributions. */
export const cloudFront: CheckResult = {
  check: 'cloudfront',
  status: 'manual',
  found: 'AWS has no call that says whether a new account may use CloudFront.',
  action:
    'If the deployment fails with "Your account must be verified before you can add new CloudFront resources", open a ' +
    'case of the type "Account and billing" at AWS Support, and deploy again when it is answered.',
};

/** What a launch needs (docs/operating.md, "Quotas to ask for"). A new account may have 10. */
const executionsForLaunch = 1_000;

export const lambdaCheck = ({ lambdaConcurrency }: EffectiveSettings): Check => ({
  check: 'lambda concurrency',
  permission: 'lambda:GetAccountSettings',
  ask: async () => {
    const { AccountLimit } = await new LambdaClient().send(new GetAccountSettingsCommand());
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const found = `The account may run ${quota} executions at once, about ${quota * perExecution} calls/s.`;
    if (lambdaConcurrency !== undefined && lambdaConcurrency > quota)
      return toDo(
        `${found} The setting lambdaConcurrency is ${lambdaConcurrency}, so the deployment would fail.`,
        `${askForExecutions(lambdaConcurrency)} Until then, remove the setting.`,
      );
    if (quota >= executionsForLaunch) return ok(found);
    return toDo(
      found,
      `${askForExecutions(executionsForLaunch)} Until then, try it with: npm run load -- --rps ${quota}`,
    );
  },
});

/** A call needs an execution of the authorizer and one of the proxy, and Lambda allows each ten requests a second. */
const perExecution = 5;

const askForExecutions = (quota: number): string =>
  'Run: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 ' +
  `--desired-value ${quota}`;

/** "Throttle rate" of the account in the region, for all of its APIs. */
const throttleQuota = { ServiceCode: 'apigateway', QuotaCode: 'L-8A5B8E43' };

export const requestsCheck = (settings: EffectiveSettings, region: string, rate: number): Check => ({
  check: 'api gateway requests',
  permission: 'servicequotas:GetServiceQuota',
  ask: async () => {
    const request = new GetServiceQuotaCommand(throttleQuota);
    const answer = await ifPresent(new ServiceQuotasClient().send(request), 'NoSuchResourceException');
    // An account that never asked for another value may have none.
    const quota = answer?.Quota?.Value ?? defaultRequestsPerSecond(region);
    const found = `The account may answer ${quota} requests/s in ${region}; the stage allows ${rate}.`;
    if (rate <= quota) return ok(found);
    const named = settings.requestsPerSecond === undefined ? 'Set' : 'Lower';
    return toDo(
      found,
      `${named} requestsPerSecond to ${quota}, or run: aws service-quotas request-service-quota-increase --service-code ` +
        `${throttleQuota.ServiceCode} --quota-code ${throttleQuota.QuotaCode} --desired-value ${rate}`,
    );
  },
});
