import { App } from 'aws-cdk-lib';
import { ConfigurationError } from '../lib/configuration-error.ts';
import { buildDashboard, DashboardBuildError } from '../lib/dashboard/build.ts';
import { configuredDashboardOrigin } from '../lib/dashboard-origin.ts';
import { SluiceStack } from '../lib/sluice-stack.ts';
import { stageNamed } from '../lib/stage.ts';
import { configuredUpstreams } from '../lib/upstreams.ts';

// Set here and not left to the CDK CLI, so that the template is the same with the CLI and without it.
const app = new App({
  analyticsReporting: false,
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});

try {
  const stage = stageNamed(app.node.tryGetContext('stage') ?? 'dev');
  const upstreams = configuredUpstreams(app.node.tryGetContext('upstreams'));
  const dashboardOrigin = configuredDashboardOrigin(app.node.tryGetContext('dashboardOrigin'), stage);
  new SluiceStack(app, { stage, upstreams, dashboardOrigin, dashboardFolder: buildDashboard() });
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof DashboardBuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
