import { sdkTimeLimits } from '../../src/table/sdk-table.ts';
import { connectSendMail, type SendMail } from '../../src/users/customer-mails.ts';
import { answering, type Behaviour, type Received, startUpstream } from '../upstream/upstream-server.ts';

/** Takes a mail as Amazon SES does. */
export const taking: Behaviour = answering('{"MessageId":"1"}');

/** Refuses a mail as Amazon SES does. */
export const refusing = (type: string, status: number, message = `${type} for a test`): Behaviour =>
  answering(JSON.stringify({ message }), status, { 'x-amzn-ErrorType': type });

export const throttling = refusing('TooManyRequestsException', 429, 'Maximum sending rate exceeded.');

/** An Amazon SES that uses one behaviour per request, and repeats the last one. */
export type SickSes = {
  /** Sends as a function does, with the SDK's client. */
  readonly sendMail: SendMail;
  readonly received: readonly Received[];
};

/** @param answerMs how long the client waits for an answer; default: as long as a function */
export async function startSickSes(behaviours: readonly Behaviour[], answerMs?: number): Promise<SickSes> {
  let request = 0;
  const { url, received } = await startUpstream((response, asked) => {
    behaviours[Math.min(request, behaviours.length - 1)]?.(response, asked);
    request += 1;
  });
  const sender = { MAIL_FROM: 'hello@b.example', MAIL_REGION: 'eu-west-1', MAIL_REPLY_TO: undefined };
  const sendMail = connectSendMail(
    sender,
    { name: 'Wellspring' },
    {
      endpoint: url,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      ...(answerMs !== undefined && { requestHandler: { ...sdkTimeLimits.requestHandler, requestTimeout: answerMs } }),
    },
  );
  if (!sendMail) throw new Error('The sender is missing.');
  return { sendMail, received };
}
