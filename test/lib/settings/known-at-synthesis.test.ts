import { describe, expect, test } from '@jest/globals';
import { Aws, CfnParameter, Stack, Token } from 'aws-cdk-lib';
import { embed, stackSettings, testApp, withNodes } from '../synthesis.ts';

const stack = new Stack(testApp(), 'Web');
const parameter = new CfnParameter(stack, 'Given');
const text = parameter.valueAsString;
const node = { url: 'https://a.example', secretName: text };
const reason = 'must be known at synthesis: it holds a value that only the deployment knows.';

describe('a value that only the deployment knows', () => {
  test.each([
    ['service.name', { service: { ...stackSettings.service, name: `Acme ${text}` } }],
    ['networks.0.upstreams.0.secretName', { networks: withNodes({ mainnet: [node] }) }],
    ['lambdaConcurrency', { lambdaConcurrency: Token.asNumber(parameter.value) }],
    ['signUp.emailDomains', { signUp: { emailDomains: Token.asList(parameter.value) } }],
    ['mail.region', { mail: { from: 'no-reply@example.com', region: Aws.REGION } }],
  ])('is refused in the settings: %s', (path, changed) => {
    expect(() => embed(stack, path, { settings: { ...stackSettings, ...changed } })).toThrow(`  - ${path}: ${reason}`);
  });

  test.each(['instanceName', 'dashboardOrigin'])('is refused as %s', (name) => {
    expect(() => embed(stack, name, { [name]: `https://${text}` })).toThrow(`  - ${name}: ${reason}`);
  });
});
