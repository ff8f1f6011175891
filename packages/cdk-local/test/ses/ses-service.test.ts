import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Gate, startGate } from '../../gate.ts';
import type { Mail } from '../../user-pool/mail.ts';
import { clientOptions, denied, noServices, role } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const identity = (name: string) => `arn:aws:ses:${testLocation.region}:${testLocation.accountId}:identity/${name}`;
const template = templateWith({
  Sender: role(['Allow', 'ses:SendEmail', identity('b.example')]),
  Nobody: role(['Allow', 'ses:SendEmail', identity('*other.example')]),
  Pool: {
    Type: 'AWS::Cognito::UserPool',
    Properties: { EmailConfiguration: { SourceArn: identity('b.example') } },
  },
});

const mails: Mail[] = [];
let gate: Gate;
beforeAll(async () => {
  gate = await startGate({ template, ...noServices, onMail: (mail) => mails.push(mail) });
});
afterAll(() => gate.stop());
beforeEach(() => {
  mails.length = 0;
});

const send = (logicalId: string, changes: Partial<SendEmailCommandInput> = {}) =>
  new SESv2Client(clientOptions(gate, logicalId)).send(
    new SendEmailCommand({
      FromEmailAddress: 'Sluice <hello@b.example>',
      Destination: { ToAddresses: ['ada@c.example'] },
      Content: { Simple: { Subject: { Data: 'You have an account' }, Body: { Text: { Data: 'Sign in.' } } } },
      ...changes,
    }),
  );

describe('SES', () => {
  test('delivers a mail from a verified identity to each address', async () => {
    const { MessageId } = await send('Sender', { Destination: { ToAddresses: ['ada@c.example', 'bob@c.example'] } });
    expect(MessageId).toMatch(/./);
    const mail = { from: 'Sluice <hello@b.example>', subject: 'You have an account', body: 'Sign in.' };
    expect(mails).toEqual([
      { ...mail, email: 'ada@c.example' },
      { ...mail, email: 'bob@c.example' },
    ]);
  });

  test('refuses a role that may not send from the identity', async () => {
    await expect(send('Nobody')).rejects.toMatchObject(denied('Nobody/local', 'ses:SendEmail', identity('b.example')));
    expect(mails).toEqual([]);
  });

  test('rejects a sender that is not verified', async () => {
    const sent = send('Nobody', { FromEmailAddress: 'hello@other.example' });
    await expect(sent).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('not verified'),
    });
  });

  test.each(['Bücher RPC <hello@b.example>', 'Acme, Inc. <hello@b.example>', '"Acme <hello@b.example>'])(
    'refuses %s, as SES does',
    async (FromEmailAddress) => {
      await expect(send('Sender', { FromEmailAddress })).rejects.toMatchObject({ name: 'BadRequestException' });
      expect(mails).toEqual([]);
    },
  );

  test.each(['"Acme, Inc." <hello@b.example>', '=?UTF-8?B?QsO8Y2hlciBSUEM=?= <hello@b.example>', 'hello@b.example'])(
    'accepts %s',
    async (from) => {
      await send('Sender', { FromEmailAddress: from });
      expect(mails).toMatchObject([{ from }]);
    },
  );

  test('refuses what it would ignore, by name', async () => {
    const Destination = { ToAddresses: ['ada@c.example'], BccAddresses: ['bob@c.example'] };
    await expect(send('Sender', { Destination })).rejects.toThrow('Destination.BccAddresses');
  });
});
