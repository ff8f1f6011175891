import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { requestRate, stageRates } from '../../lib/settings/request-rate.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { exitCodes, UsageError } from '../command-errors.ts';
import type { Commands } from './command.ts';
import { type CheckResult, runCheck } from './preflight/check.ts';
import { mailChecks } from './preflight/mail.ts';
import { namedResourceChecks } from './preflight/named-resources.ts';
import { cloudFront, lambdaCheck, requestsCheck } from './preflight/quotas.ts';
import { bootstrapCheck, requireQualifier, stackCheck } from './preflight/stack.ts';

/** Asks AWS, with calls that only read, for what a first deployment fails at or is slow without. */
export const preflightCommands: Commands = {
  preflight: {
    args: [],
    options: ['qualifier'],
    summary: 'ask AWS whether the account is ready for a deployment: quotas, mail, certificates, secrets',
    run: async (_, { loadSettings, deployment, options: { qualifier } }) => {
      if (!deployment) throw new UsageError('preflight is for a deployment. Name it: --stage prod.');
      requireQualifier(qualifier);
      const settings = await loadSettings();
      const client = new STSClient();
      // Without valid credentials nothing else can be asked.
      const { Account = '' } = await client.send(new GetCallerIdentityCommand());
      const place = { account: Account, region: await client.config.region() };
      const results = await checkAll(settings, { ...place, ...deployment, qualifier });
      const isReady = results.every(({ status }) => status === 'ok' || status === 'manual');
      return {
        documents: results.map((result) => ({ ...place, ...result })),
        text: asReport(place, results),
        exitCode: isReady ? exitCodes.done : exitCodes.failed,
      };
    },
  },
};

type Target = {
  readonly account: string;
  readonly region: string;
  readonly stackName: string;
  readonly stage: string;
  readonly qualifier: string | undefined;
};

/** In the order in which a first deployment would meet them. */
async function checkAll(settings: EffectiveSettings, target: Target): Promise<CheckResult[]> {
  const { account, region, stackName, stage, qualifier } = target;
  const ofStage = stage === 'dev' ? stageRates.dev : stageRates.prod;
  const rate = requestRate({ setting: settings.requestsPerSecond, ofStage, region });
  const before = [
    bootstrapCheck(`aws://${account}/${region}`, qualifier),
    stackCheck(stackName),
    ...namedResourceChecks(settings),
  ];
  const after = [lambdaCheck(settings), requestsCheck(settings, region, rate), ...mailChecks(settings, region)];
  const [first, last] = await Promise.all([before, after].map((checks) => Promise.all(checks.map(runCheck))));
  return [...(first ?? []), cloudFront, ...(last ?? [])];
}

const labels = { ok: 'ok', to_do: 'TO DO', unknown: 'UNKNOWN', manual: 'by hand' } as const;

function asReport({ account, region }: Pick<Target, 'account' | 'region'>, results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ check, status, found, action }) => [
    `${labels[status].padEnd(8)} ${check}: ${found}`,
    ...(action === null ? [] : [`         ${action}`]),
  ]);
  return [`Account ${account}, region ${region}`, ...lines, ''].join('\n');
}
