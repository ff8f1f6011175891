import { App } from 'aws-cdk-lib';
import { configuredBudget } from '../lib/budget.ts';
import { configuredCapacity } from '../lib/capacity.ts';
import { checkNetworks } from '../lib/check-networks.ts';
import { ConfigurationError } from '../lib/context.ts';
import { configuredAlarmEmail, configuredAwsEnvironment, configuredDashboardOrigin } from '../lib/context-values.ts';
import { buildDashboard, DashboardBuildError } from '../lib/dashboard/build-dashboard.ts';
import { configuredDomains } from '../lib/domain/domain-settings.ts';
import { configuredLambdaConcurrency } from '../lib/lambda-concurrency.ts';
import { configuredIgnoredAlarms } from '../lib/release/ignored-alarms.ts';
import { SluiceStack } from '../lib/sluice-stack.ts';
import { stageNamed } from '../lib/stage.ts';
import { configuredUpstreams } from '../lib/upstreams.ts';

// Set here and not by the CDK CLI, so that the template is the same with and without the CLI.
const app = new App({
  analyticsReporting: false,
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});

const context = (name: string): unknown => app.node.tryGetContext(name);

try {
  checkNetworks();
  const stage = stageNamed(context('stage') ?? 'dev');
  const reservedConcurrency = configuredLambdaConcurrency(context('lambdaConcurrency'));
  const capacity = configuredCapacity(context('capacity'));
  const releaseDespiteAlarms = configuredIgnoredAlarms(context('releaseDespiteAlarms'));
  const env = configuredAwsEnvironment(context('account'), context('region'), stage);
  new SluiceStack(app, {
    stage: {
      ...stage,
      releaseDespiteAlarms,
      ...(reservedConcurrency && { reservedConcurrency }),
      ...(capacity && { capacity }),
    },
    upstreams: configuredUpstreams(context('upstreams')),
    dashboardOrigin: configuredDashboardOrigin(context('dashboardOrigin'), stage),
    env,
    domains: configuredDomains(context('domains'), env.region),
    budget: configuredBudget(context('budget')),
    alarmEmail: configuredAlarmEmail(context('alarmEmail')),
    dashboardFolder: buildDashboard(),
  });
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof DashboardBuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
