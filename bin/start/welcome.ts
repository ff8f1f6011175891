import { type ChainId, chains } from '../../src/chains/chains.ts';
import type { Plan } from '../../src/plans.ts';
import { defaultPort } from './options.ts';
import type { Runtime } from './runtime.ts';

type WelcomeOptions = {
  readonly metricsUrl: string;
  /** The duration of the start. */
  readonly seconds: number;
  /** The addresses at which other machines may reach DynamoDB: only DynamoDB Local listens on them. */
  readonly exposedAddresses: readonly string[];
};

/** What `npm start` prints when everything is ready. */
export function welcome(runtime: Runtime, { metricsUrl, seconds, exposedAddresses }: WelcomeOptions): string {
  const { dashboardUrl: dashboard, endpoints, apiUrl, userPool, billing } = runtime;
  const addresses = Object.entries({
    dashboard,
    ...endpoints,
    'management API': `${apiUrl}/v1`,
    'user pool': userPool.url,
    metrics: metricsUrl,
    ...(billing && { 'fake Stripe': billing.controlUrl }),
  });
  return [
    `\nReady after ${seconds.toFixed(1)} s. Ctrl-C stops it.\n`,
    ...addresses.map(([name, url]) => `  ${name.padEnd(15)} ${url}`),
    `\nNodes (npm start -- --help says how to choose others):\n\n  ${runtime.nodeNotes.join('\n  ')}`,
    `\n${aboutKey(runtime)}`,
    `\n${aboutAccounts(runtime)}\n`,
    ...(billing ? [aboutBilling(runtime)] : []),
    `For your shell: eval "$(npm start --silent -- --print-env${portOption(runtime)})"\n`,
    ...(exposedAddresses.length > 0 ? [aboutExposure(runtime, exposedAddresses)] : []),
  ].join('\n');
}

function aboutKey({ endpoints, demoKey, settings }: Runtime): string {
  const key = demoKey ?? 'YOUR_KEY';
  const about = demoKey
    ? `Demo key: ${demoKey}`
    : 'The secret of the demo key is lost. Create a new key with npm run seed.';
  const [first] = settings.networks;
  if (!first) return about;
  const header = `-H 'Content-Type: application/json' -H 'X-API-KEY: ${key}'`;
  return `${about}\n\ncurl -s ${endpoints[first.network]} ${header} -d '${healthCall(first.chain)}'`;
}

function healthCall(chain: ChainId): string {
  const { method, params } = chains[chain].health;
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params.length > 0 && { params }) });
}

function aboutAccounts(runtime: Runtime): string {
  const { apiUrl, userPool, demoUser } = runtime;
  const { signUp: policy } = runtime.settings;
  if (policy === 'closed' && !demoUser) {
    return `Sign-up is closed. Create an account:\n\nnpm run sluice -- accounts create you@example.com${portOption(runtime)}`;
  }
  const domain = typeof policy === 'object' ? policy.emailDomains[0] : 'example.com';
  const { email, password } = demoUser ?? { email: `you@${domain}`, password: 'correct-horse-1' };
  const who = { ClientId: userPool.clientId };
  const authenticate = (AuthParameters: object) =>
    operate(userPool.url, 'InitiateAuth', { ...who, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const signUp = `curl -s ${apiUrl}/v1/sign-up -H 'Content-Type: application/json' -d '${JSON.stringify({ email })}'`;
  const useCode = authenticate({ USERNAME: email, PASSWORD: 'THE_CODE_PRINTED_HERE' });
  const choosePassword = operate(userPool.url, 'RespondToAuthChallenge', {
    ...who,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: 'THE_SESSION',
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  });
  return [
    demoUser
      ? `Demo user (${demoUser.planId} plan, a week of usage): ${email}, password ${password}`
      : 'Create your own account:',
    ...(demoUser
      ? [`\n${authenticate({ USERNAME: email, PASSWORD: password })}`]
      : [`\n${signUp}`, `\n${useCode}`, `\n${choosePassword}`]),
    `\ncurl -s ${apiUrl}/v1/account -H 'Authorization: Bearer THE_ID_TOKEN'`,
  ].join('\n');
}

function aboutBilling({ settings }: Runtime): string {
  const isForSale = ({ availability, pricePerMonth }: Plan) => availability === 'open' && pricePerMonth > 0;
  const plans = settings.plans.filter(isForSale).map(({ id }) => id);
  return (
    `Billing: customers pay at a fake of Stripe. No money moves. Plans for sale: ${plans.join(', ') || 'none'}.\n` +
    'The page of the fake Stripe moves its clock, declines cards, loses events, and refunds and disputes payments.\n'
  );
}

const operate = (url: string, operation: string, input: object): string =>
  `curl -s ${url} -H 'Content-Type: application/x-amz-json-1.1' ` +
  `-H 'X-Amz-Target: AWSCognitoIdentityProviderService.${operation}' -d '${JSON.stringify(input)}'`;

function portOption({ endpoints }: Runtime): string {
  const [url = ''] = Object.values(endpoints);
  const { port } = new URL(url);
  return port === defaultPort ? '' : ` --port ${port}`;
}

// It has no option to listen on 127.0.0.1 only (measured on 3.3.1).
function aboutExposure({ dynamodbUrl }: Runtime, addresses: readonly string[]): string {
  const { port } = new URL(dynamodbUrl);
  return (
    `Warning: DynamoDB Local listens on every network interface, also on ${addresses.join(' and ')} port ${port}, and ` +
    'checks no password. Anyone who reaches it can read and change the tables. Everything else listens on 127.0.0.1 only. ' +
    'In a network that you do not trust, block that port in the firewall, or use --dynamodb embedded.\n'
  );
}
