import { afterAll, expect, test } from '@jest/globals';
import { mailText } from '../../user-pool/mail.ts';
import { operate, password, type ServedPool, servePool, stopPools } from './served-pool.ts';

afterAll(stopPools);

async function mailsOf(pool: ServedPool) {
  const { poolId: UserPoolId } = pool;
  await operate(pool, 'SignUp', { Username: 'new@b.example', Password: password });
  const invited = {
    Username: 'invited@b.example',
    TemporaryPassword: "Pa$&$'ss-word-1",
    DesiredDeliveryMediums: ['EMAIL'],
  };
  await pool.call('AdminCreateUser', { UserPoolId, ...invited });
  return pool.mails;
}

test('mails have the template’s sender, subjects and texts', async () => {
  const pool = {
    EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'Acme <keys@acme.example>', SourceArn: 'arn' },
    VerificationMessageTemplate: {
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
      EmailSubject: 'Acme: your code',
      EmailMessage: 'Hello,\n{####} is your code. Once more: {####}',
    },
    AdminCreateUserConfig: {
      InviteMessageTemplate: { EmailSubject: 'Welcome to Acme', EmailMessage: '{username} signs in with {####}' },
    },
  };
  const [code, invitation] = await mailsOf(await servePool({ changes: { pool } }));
  const from = 'Acme <keys@acme.example>';
  const body = `Hello,\n${code?.code} is your code. Once more: ${code?.code}`;
  expect(code).toMatchObject({ email: 'new@b.example', from, subject: 'Acme: your code', body });
  expect(invitation).toMatchObject({
    email: 'invited@b.example',
    from,
    subject: 'Welcome to Acme',
    body: "invited@b.example signs in with Pa$&$'ss-word-1",
  });
});

test('without a sender the mails come from Cognito, as in the log', async () => {
  const [code] = await mailsOf(await servePool());
  expect(code && mailText(code)).toBe(
    `Mail to new@b.example\nFrom: no-reply@verificationemail.com\nSubject: Your code\n\n${code?.body}\n`,
  );
});
