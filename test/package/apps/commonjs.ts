import { readFileSync } from 'node:fs';
import * as cdk from 'aws-cdk-lib';
import { type Settings, SluiceStack } from 'sluice-cdk';

const { settings }: { settings: Settings } = JSON.parse(readFileSync('../settings.json', 'utf8'));
const app = new cdk.App();
new SluiceStack(app, { settings, stage: 'dev' });
