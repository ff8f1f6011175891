import { App } from 'aws-cdk-lib';
import { configuredAwsEnvironment, configuredDashboardOrigin } from '../lib/context-values.ts';
import { buildDashboard, DashboardBuildError } from '../lib/dashboard/build-dashboard.ts';
import { configuredIgnoredAlarms } from '../lib/release/ignored-alarms.ts';
import { ConfigurationError } from '../lib/settings/configuration-error.ts';
import { contextSettings, loadSettings } from '../lib/settings/load-settings.ts';
import { SluiceStack } from '../lib/sluice-stack.ts';
import { stageNamed } from '../lib/stage.ts';

// Set here and not by the CDK CLI, so that the template is the same with and without the CLI.
const app = new App({
  analyticsReporting: false,
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});

const context = (name: string): unknown => app.node.tryGetContext(name);

try {
  const releaseDespiteAlarms = configuredIgnoredAlarms(context('releaseDespiteAlarms'));
  const stage = { ...stageNamed(context('stage') ?? 'dev'), releaseDespiteAlarms };
  const file = context('config');
  new SluiceStack(app, {
    stage,
    settings: await loadSettings({
      file: file === undefined ? undefined : String(file),
      stage: stage.name,
      replaced: contextSettings(context),
    }),
    dashboardOrigin: configuredDashboardOrigin(context('dashboardOrigin'), stage),
    env: configuredAwsEnvironment(context('account'), context('region'), stage),
    dashboardFolder: buildDashboard(),
  });
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof DashboardBuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
