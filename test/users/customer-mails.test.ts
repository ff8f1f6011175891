import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Gate, startGate } from '../../packages/cdk-local/gate.ts';
import { clientOptions, noServices, role } from '../../packages/cdk-local/test/iam/test-gate.ts';
import { templateWith, testLocation } from '../../packages/cdk-local/test/template/template-file.ts';
import type { Mail } from '../../packages/cdk-local/user-pool/mail.ts';
import { createSendMail, formerAddressText, knownAddressText } from '../../src/users/customer-mails.ts';

const identity = `arn:aws:ses:${testLocation.region}:${testLocation.accountId}:identity/b.example`;
const template = templateWith({
  Sender: role(['Allow', 'ses:SendEmail', identity]),
  Pool: { Type: 'AWS::Cognito::UserPool', Properties: { EmailConfiguration: { SourceArn: identity } } },
});

const mails: Mail[] = [];
let gate: Gate;
beforeAll(async () => {
  gate = await startGate({ template, ...noServices, onMail: (mail) => mails.push(mail) });
});
afterAll(() => gate.stop());

test('a mail to a customer has the sender and the subject of the service', async () => {
  const from = 'Wellspring <hello@b.example>';
  const ses = new SESv2Client(clientOptions(gate, 'Sender'));
  await createSendMail(ses, { from, replyTo: 'help@b.example', service: { name: 'Wellspring' } })(
    'ada@c.example',
    formerAddressText('Wellspring', undefined),
  );
  expect(mails).toEqual([
    {
      email: 'ada@c.example',
      from,
      subject: 'Your Wellspring account',
      body:
        'Your Wellspring account has another email address now: this one no longer signs in. If you did not change it, ' +
        'somebody knows your password: answer this mail at once.\n',
    },
  ]);
});

test('the texts name the help and the page for the sign-in where the operator has them', () => {
  expect(formerAddressText('Sluice', 'mailto:help@b.example')).toMatch(/ask for help at once: help@b\.example\.\n$/);
  expect(formerAddressText('Sluice', 'https://b.example/help')).toMatch(/at once: https:\/\/b\.example\/help\.\n$/);
  expect(knownAddressText('Sluice', 'https://b.example')).toContain('sign in at https://b.example/sign-in.');
  expect(knownAddressText('Sluice', undefined)).toContain('You already have one: sign in. If');
});
