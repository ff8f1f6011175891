import { App, Stack } from 'aws-cdk-lib';
import { buildDashboard } from '../../../bin/build/build-dashboard.ts';
import { buildFunctions } from '../../../bin/build/build-functions.ts';
import { Sluice } from '../../../lib/sluice.ts';
import fixedConfig from '../../support/fixed.config.ts';

// An app of somebody who has an instance of Sluice in a stack of their own, and its DNS records elsewhere.

const app = new App({
  // Below, so that everything is done when this module has been imported.
  autoSynth: false,
  analyticsReporting: false,
  postCliContext: { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true },
});
const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';
new Sluice(new Stack(app, 'Platform'), 'Rpc', {
  settings: { ...fixedConfig, domains: { rpc: { name: 'rpc.example.com', certificate } } },
  artifacts: { functions: buildFunctions(), dashboard: buildDashboard() },
});
app.synth();
