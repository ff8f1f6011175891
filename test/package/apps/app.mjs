// What a user of the package writes: a stack of its own, and an instance beside other resources of a stack.
import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Sluice, SluiceStack } from 'sluice-cdk';

const { settings, localSettings } = JSON.parse(readFileSync('settings.json', 'utf8'));
const app = new App();

new SluiceStack(app, {
  settings,
  stage: 'prod',
  dashboardOrigin: 'https://dashboard.example',
  env: { account: '123456789012' },
});

new Sluice(new Stack(app, 'Own'), 'Rpc', { settings: localSettings, stage: 'dev' });
