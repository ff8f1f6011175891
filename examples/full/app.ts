import { App } from 'aws-cdk-lib';
import { SluiceStack } from 'sluice-cdk';
import settings from './settings.ts';

new SluiceStack(new App(), {
  stage: 'prod',
  settings,
  // The account that it is deployed to, and the only region with the certificates that CloudFront accepts.
  env: { account: '123456789012', region: 'us-east-1' },
});
