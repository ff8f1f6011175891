import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { KeyRotation } from './key-rotation.ts';

const stack = new Stack(new App(), 'KeyRotation');

const { secret } = new KeyRotation(stack, 'Backend', {
  apiUrl: 'https://dashboard.example.com',
  keyId: 'key_01K9EXAMPLE',
  token: Secret.fromSecretNameV2(stack, 'Token', 'sluice/account-token'),
  rotateEveryDays: 30,
});

new CfnOutput(stack, 'SecretArn', { value: secret.secretArn });
