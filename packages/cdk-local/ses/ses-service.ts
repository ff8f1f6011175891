import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import { type GateCall, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import type { Template } from '../template/template.ts';
import type { Mail } from '../user-pool/mail.ts';

const text = v.object({ Data: v.string() });
const addresses = v.pipe(v.array(v.pipe(v.string(), v.includes('@'))), v.minLength(1));

const sendEmail = v.pipe(
  v.string(),
  v.parseJson(),
  // Strict, because nothing that a caller asks for may be ignored: templates, copies, attachments.
  v.strictObject({
    FromEmailAddress: v.pipe(v.string(), v.includes('@')),
    ReplyToAddresses: v.optional(v.array(v.string())),
    Destination: v.strictObject({ ToAddresses: addresses }),
    Content: v.strictObject({
      Simple: v.strictObject({
        Subject: text,
        Body: v.strictObject({ Text: text, Html: v.optional(text) }),
      }),
    }),
  }),
);

/**
 * The part of Amazon SES with which functions send mail: `SendEmail` of the API version 2, with a simple message. The
 * verified identities are those that the template's user pools send from.
 */
export function createSesService(template: Template, onMail: (mail: Mail) => void): GateService {
  const verified = verifiedIdentities(template);
  return {
    understand: (call) => {
      const { FromEmailAddress: from, Destination, Content } = mailOf(call);
      const sender = /<(.+)>$/.exec(from)?.[1] ?? from;
      const identity = identityOf(sender, call, verified);
      const { Subject, Body } = Content.Simple;
      return {
        permissions: [{ action: 'ses:SendEmail', resource: identity ?? arnOf(sender, call) }],
        answer: async (response) => {
          if (!isMailbox(from))
            return reject(response, 'BadRequestException', 'Local address contains illegal characters');
          if (identity === undefined) return rejectIdentity(response, sender, call.region);
          for (const email of Destination.ToAddresses) {
            onMail({ email, from, subject: Subject.Data, body: Body.Text.Data });
          }
          answer(response, 200, { MessageId: randomUUID() });
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}

function mailOf({ request, body }: GateCall): v.InferOutput<typeof sendEmail> {
  if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') {
    throw new GateRefusal('unknown_operation', 'The local SES only knows SendEmail of the API version 2');
  }
  const parsed = v.safeParse(sendEmail, body.toString('utf8'));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new GateRefusal('invalid_request', `${v.getDotPath(issue) ?? 'input'}: ${issue.message}`);
}

/** An address, perhaps behind a name of plain words, in quotation marks, or encoded (RFC 5322, 3.4; RFC 2047). */
const isMailbox = (from: string): boolean =>
  /^(?:(?:[\w!#$%&'*+/=?^`{|}~ -]*|"(?:[^"\\]|\\.)*") ?<[\x21-\x7e]+>|[\x21-\x7e]+)$/.test(from);

const senderOfPool = v.object({ EmailConfiguration: v.object({ SourceArn: v.string() }) });

function verifiedIdentities(template: Template): ReadonlySet<string> {
  const pools = template.ofType('AWS::Cognito::UserPool').map(({ properties }) => properties);
  return new Set(pools.flatMap((pool) => (v.is(senderOfPool, pool) ? [pool.EmailConfiguration.SourceArn] : [])));
}

const arnOf = (identity: string, { region, accountId }: GateCall): string =>
  `arn:aws:ses:${region}:${accountId}:identity/${identity}`;

/** The address itself is used before its domain (Amazon SES Developer Guide, "Creating and verifying identities"). */
const identityOf = (sender: string, call: GateCall, verified: ReadonlySet<string>): string | undefined =>
  [sender, sender.slice(sender.lastIndexOf('@') + 1)].map((name) => arnOf(name, call)).find((arn) => verified.has(arn));

function rejectIdentity(response: ServerResponse, sender: string, region: string): void {
  const failed = `The following identities failed the check in region ${region.toUpperCase()}: ${sender}`;
  reject(response, 'MessageRejected', `Email address is not verified. ${failed}`);
}

const reject = (response: ServerResponse, type: string, message: string): void =>
  answer(response, 400, { message }, { 'x-amzn-ErrorType': type });

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
