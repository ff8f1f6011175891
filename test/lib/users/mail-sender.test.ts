import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mailSender, senderName } from '../../../lib/users/mail-sender.ts';
import { stackSettings, templateOf } from '../synthesis.ts';

test.each([
  ['Sluice', 'Sluice'],
  ['Acme RPC & Co', 'Acme RPC & Co'],
  ['Acme, Inc.', '"Acme, Inc."'],
  ['The "fast" \\ RPC', '"The \\"fast\\" \\\\ RPC"'],
  ['Bücher RPC', '=?UTF-8?B?QsO8Y2hlciBSUEM=?='],
])('%s is %s', (name, encoded) => {
  expect(senderName(name)).toBe(encoded);
});

/** What a mail program shows (RFC 5322, quoted-string; RFC 2047, 6.2). */
function shown(encoded: string): string {
  if (encoded.startsWith('"')) return encoded.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  if (!encoded.startsWith('=?')) return encoded;
  return encoded
    .split(' ')
    .map((word) => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(word.slice(10, -2), 'base64')))
    .join('');
}

test('any name is ASCII in words of at most 75 characters, and is shown as it was given', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((text) => !/[\p{Cc}]/u.test(text));
  fc.assert(
    fc.property(name, (given) => {
      const encoded = senderName(given);
      expect(encoded).toMatch(/^[\x20-\x7e]+$/);
      expect(shown(encoded)).toBe(given);
      if (encoded.startsWith('=?')) for (const word of encoded.split(' ')) expect(word.length).toBeLessThanOrEqual(75);
    }),
    { numRuns: 1_000 },
  );
});

test('the sender of Cognito’s mails and of our own has the encoded name', () => {
  const settings = {
    ...stackSettings,
    service: { ...stackSettings.service, name: '株式会社' },
    mail: { from: 'hello@example.com', region: 'us-east-1' },
  };
  const sender = mailSender('株式会社', 'hello@example.com');
  expect(sender).toBe('=?UTF-8?B?5qCq5byP5Lya56S+?= <hello@example.com>');
  const template = templateOf('dev', { settings });
  template.hasResourceProperties('AWS::Cognito::UserPool', { EmailConfiguration: { From: sender } });
  template.hasResourceProperties('AWS::Lambda::Function', { Environment: { Variables: { MAIL_FROM: sender } } });
});
