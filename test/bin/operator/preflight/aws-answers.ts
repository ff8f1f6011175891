import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a service answers to an action: JSON, the inside of an XML result, or the name of an error. */
type AwsAnswer = { readonly json: object } | { readonly xml: string } | { readonly error: string };

/** By IAM action. An action without an answer is refused, as for a user without the permission. */
export type AwsAnswers = Readonly<Record<string, AwsAnswer>>;

/** A fake of the services that preflight asks, with the forms of answers that AWS documents for each protocol. */
export type FakeAws = {
  readonly url: string;
  readonly asked: string[];
  readonly bodies: string[];
  answers: AwsAnswers;
  stop(): void;
};

export async function startFakeAws(): Promise<FakeAws> {
  const aws = { asked: [] as string[], bodies: [] as string[], answers: {} as AwsAnswers };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const action = actionOf(request, body);
    aws.asked.push(action);
    aws.bodies.push(body);
    const isXml = /^(sts|cloudformation|route53):/.test(action);
    const answer = aws.answers[action] ?? { error: isXml ? 'AccessDenied' : 'AccessDeniedException' };
    const error = 'error' in answer ? answer.error : undefined;
    const headers = {
      'Content-Type': isXml ? 'text/xml' : 'application/json',
      ...(error && { 'x-amzn-errortype': error }),
    };
    response.writeHead(error === undefined ? 200 : 400, headers).end(bodyOf(action, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(aws, { url: `http://127.0.0.1:${port}`, stop: () => void server.close() });
}

/** The services of the JSON protocols, by the start of X-Amz-Target. */
const targets: Readonly<Record<string, string>> = {
  AWSWAF_20190729: 'wafv2',
  AmazonSSM: 'ssm',
  CertificateManager: 'acm',
  ServiceQuotasV20190624: 'servicequotas',
  secretsmanager: 'secretsmanager',
};

const paths: readonly (readonly [RegExp, string])[] = [
  [/^\/2016-08-19\/account-settings/, 'lambda:GetAccountSettings'],
  [/^\/v2\/email\/account/, 'ses:GetAccount'],
  [/^\/v2\/email\/identities\//, 'ses:GetEmailIdentity'],
  [/^\/2013-04-01\/hostedzone\//, 'route53:GetHostedZone'],
];

function actionOf({ url = '', headers }: IncomingMessage, body: string): string {
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  if (operation !== '') return `${targets[service]}:${operation}`;
  const action = new URLSearchParams(body).get('Action');
  if (action !== null) return `${action === 'GetCallerIdentity' ? 'sts' : 'cloudformation'}:${action}`;
  return paths.find(([path]) => path.test(url))?.[1] ?? url;
}

function bodyOf(action: string, answer: AwsAnswer): string {
  if ('json' in answer) return JSON.stringify(answer.json);
  if ('error' in answer)
    return /^(sts|cloudformation|route53):/.test(action)
      ? `<ErrorResponse><Error><Code>${answer.error}</Code><Message>refused</Message></Error></ErrorResponse>`
      : JSON.stringify({ __type: answer.error, message: 'refused' });
  const operation = action.split(':')[1];
  const result = action.startsWith('route53:') ? answer.xml : `<${operation}Result>${answer.xml}</${operation}Result>`;
  return `<${operation}Response>${result}</${operation}Response>`;
}
