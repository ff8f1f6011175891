import { App, Stack } from 'aws-cdk-lib';
import { buildDashboard } from '../../../bin/build/build-dashboard.ts';
import { buildFunctions } from '../../../bin/build/build-functions.ts';
import { Sluice } from '../../../lib/sluice.ts';
import sluiceConfig from '../../../sluice.config.ts';

// An app of somebody who has an instance of Sluice in a stack of their own.

const app = new App({
  analyticsReporting: false,
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});
new Sluice(new Stack(app, 'Platform'), 'Rpc', {
  settings: sluiceConfig,
  artifacts: { functions: buildFunctions(), dashboard: buildDashboard() },
});
