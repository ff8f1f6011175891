import { App, PERMISSIONS_BOUNDARY_CONTEXT_KEY } from 'aws-cdk-lib';
import { featureFlags } from '../lib/instance/feature-flags.ts';
import { stageNamed } from '../lib/instance/stage.ts';
import { ConfigurationError } from '../lib/settings/configuration-error.ts';
import { contextSettings, loadSettings } from '../lib/settings/load-settings.ts';
import { SluiceStack } from '../lib/sluice-stack.ts';
import { buildDashboard, DashboardBuildError } from './build/build-dashboard.ts';
import { buildFunctions } from './build/build-functions.ts';
import { configuredAwsEnvironment, configuredBoundary, configuredIgnoredAlarms } from './sluice/context-values.ts';

// Set here and not by the CDK CLI, so that the template is the same with and without the CLI.
const app = new App({
  // Below, so that everything is done when this module has been imported.
  autoSynth: false,
  analyticsReporting: false,
  // Those of cdk.json come first. With a value for all others, the CLI does not end every command with their number.
  context: featureFlags(),
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});

const context = (name: string): unknown => app.node.tryGetContext(name);

try {
  const stage = stageNamed(context('stage') ?? 'dev');
  const boundary = configuredBoundary(context(PERMISSIONS_BOUNDARY_CONTEXT_KEY));
  if (boundary) app.node.setContext(PERMISSIONS_BOUNDARY_CONTEXT_KEY, boundary);
  const file = context('config');
  const dashboardOrigin = context('dashboardOrigin');
  new SluiceStack(app, {
    stage,
    settings: await loadSettings({
      file: file === undefined ? undefined : String(file),
      stage: stage.name,
      replaced: contextSettings(context),
    }),
    dashboardOrigin: dashboardOrigin === undefined ? undefined : String(dashboardOrigin),
    env: configuredAwsEnvironment(context('account'), context('region'), stage),
    releaseDespiteAlarms: configuredIgnoredAlarms(context('releaseDespiteAlarms')),
    artifacts: { functions: buildFunctions(), dashboard: buildDashboard() },
  });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof DashboardBuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
