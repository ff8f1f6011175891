import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { loadSettings } from '../../lib/settings/load-settings.ts';
import { templateOf } from '../lib/synthesis.ts';
import { differences } from './template-differences.ts';
import { withoutHashes } from './without-hashes.ts';

// What other settings change in the template of prod, and that they change nothing else.

let usual: Template;
beforeAll(() => {
  usual = templateOf('prod');
});

const templateWith = async (file: string): Promise<Template> =>
  templateOf('prod', { settings: await loadSettings({ file: `test/settings/${file}`, stage: 'prod' }) });

// The settings are beside the functions' code, whose hashes are in the template.
const comparable = (template: Template): unknown => JSON.parse(withoutHashes(JSON.stringify(template.toJSON())));

/** The paths of what differs from the usual template. */
const changed = (template: Template): string[] => Object.keys(differences(comparable(usual), comparable(template)));

/** Tables, users, buckets, logs and secrets, by logical id and type. A version of a function is new with its code. */
const retained = (template: Template): string[] =>
  Object.entries<{ Type: string; DeletionPolicy?: string }>(template.toJSON().Resources)
    .filter(([, { Type, DeletionPolicy = '' }]) => DeletionPolicy.startsWith('Retain') && !Type.endsWith('::Version'))
    .map(([id, { Type }]) => `${id} ${Type}`);

const readableSecrets = (template: Template): string[] => [
  ...new Set(JSON.stringify(template.toJSON()).match(/:secret:nodes\/[\w-]+(?=-\?)/g) ?? []),
];

describe('another company’s settings', () => {
  let rebranded: Template;
  beforeAll(async () => {
    rebranded = await templateWith('rebranded.config.ts');
  });

  test('are named in every mail, which comes from their domain', () => {
    rebranded.hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: Match.objectLike({ From: 'Wellspring <no-reply@wellspring.example>' }),
      AdminCreateUserConfig: { InviteMessageTemplate: { EmailSubject: 'Your Wellspring sign-up code' } },
      EmailVerificationSubject: 'Your Wellspring verification code',
    });
  });

  test('serve their networks alone, and read their nodes’ secret alone', () => {
    expect(Object.keys(rebranded.findOutputs('*'))).not.toContain('DevnetEndpoint');
    expect(readableSecrets(rebranded)).toEqual([':secret:nodes/solana']);
  });

  test('have their plans, and their operators get the alarms', () => {
    rebranded.hasOutput('Plans', { Value: 'trial,team,starter,enterprise' });
    rebranded.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'operators@wellspring.example' });
  });

  test('change nothing else, and keep every resource that is retained', () => {
    const intended =
      /UserPool|SignUpMail|SpaFallback|Monitoring|Policies|MAIL_|SUPPORT_URL|Outputs\/(DevnetEndpoint|Plans)/;
    expect(changed(rebranded).filter((path) => !intended.test(path))).toEqual([]);
    expect(retained(usual).length).toBeGreaterThan(15);
    expect(retained(rebranded)).toEqual(expect.arrayContaining(retained(usual)));
  });
});

test('Ethereum beside Solana has an output, its node’s secret and alarms for each node, and changes nothing else', async () => {
  const template = await templateWith('ethereum.config.ts');
  template.hasOutput('EthMainnetEndpoint', {});
  expect(readableSecrets(template)).toEqual([':secret:nodes/eth']);
  const alarms = Object.keys(template.findResources('AWS::CloudWatch::Alarm')).join();
  for (const node of ['prodethexample', 'secondethexample']) expect(alarms).toMatch(`nodedownethmainnet${node}`);
  const intended = /Monitoring|Policies|POSTeth|Outputs\/EthMainnetEndpoint/;
  expect(changed(template).filter((path) => !intended.test(path))).toEqual([]);
  expect(retained(template)).toEqual(expect.arrayContaining(retained(usual)));
});
