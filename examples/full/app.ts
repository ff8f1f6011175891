import { App } from 'aws-cdk-lib';
import { featureFlags, SluiceStack } from 'sluice-cdk';
import settings from './settings.ts';

// A value for every feature flag of the CDK: those that Sluice is tested with.
new SluiceStack(new App({ context: featureFlags() }), {
  stage: 'prod',
  settings,
  // The account that it is deployed to, and the only region with the certificates that CloudFront accepts.
  env: { account: '123456789012', region: 'us-east-1' },
});
