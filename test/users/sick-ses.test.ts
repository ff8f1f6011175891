import { afterEach, describe, expect, test } from '@jest/globals';
import { sendSignUpMail } from '../../src/accounts/sign-up-mail.ts';
import { createLog } from '../../src/log.ts';
import type { SendMail } from '../../src/users/customer-mails.ts';
import { hanging, stopUpstreams } from '../upstream/upstream-server.ts';
import { refusing, startSickSes, taking, throttling } from './sick-ses.ts';

const email = 'ada@c.example';
const impatientMs = 100;

afterEach(stopUpstreams);

describe('a mail', () => {
  test('that SES does not answer fails after three tries, each with a time limit', async () => {
    const { sendMail, received } = await startSickSes([hanging]);
    await expect(sendMail(email, 'Hello')).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    expect(received).toHaveLength(3);
  });

  test('that SES throttles is sent again', async () => {
    const { sendMail, received } = await startSickSes([throttling, throttling, taking]);
    await sendMail(email, 'Hello');
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(3).fill('POST /v2/email/outbound-emails'),
    );
  });

  test('that SES throttles three times fails with the reason', async () => {
    const { sendMail, received } = await startSickSes([throttling]);
    await expect(sendMail(email, 'Hello')).rejects.toThrow('Maximum sending rate exceeded.');
    expect(received).toHaveLength(3);
  });

  test('that SES refuses is not sent again', async () => {
    const { sendMail, received } = await startSickSes([refusing('MessageRejected', 400)]);
    await expect(sendMail(email, 'Hello')).rejects.toThrow('MessageRejected for a test');
    expect(received).toHaveLength(1);
  });
});

describe('the mail to somebody who signs up again', () => {
  const users = {
    find: async () => ({ userId: 'u1', email, status: 'CONFIRMED' }),
    invite: unexpected,
    inviteAgain: unexpected,
    delete: unexpected,
  };
  const send = (sendMail: SendMail) => {
    const lines: string[] = [];
    const log = createLog('debug', (line) => lines.push(line));
    const deps = { users, tellCustomer: (address: string) => sendMail(address, 'Hello'), log };
    return { sent: sendSignUpMail(deps, email), lines };
  };

  test.each([
    ['is silent', hanging, 'TimeoutError'],
    ['throttles', throttling, 'TooManyRequestsException: Maximum sending rate exceeded.'],
    ['refuses', refusing('MessageRejected', 400, `${email} is not verified`), 'MessageRejected: the address is not'],
  ])(
    'fails for Lambda to repeat if SES %s, and the message says so without the address',
    async (_, behaviour, reason) => {
      const { sendMail } = await startSickSes([behaviour], impatientMs);
      const { sent, lines } = send(sendMail);
      await expect(sent).rejects.toMatchObject({
        name: 'SignUpMailError',
        message: expect.stringContaining(reason),
      });
      await expect(sent).rejects.toMatchObject({ message: expect.not.stringContaining(email) });
      expect(lines).toEqual([]);
    },
  );
});

async function unexpected(): Promise<never> {
  throw new Error('No user is changed.');
}
