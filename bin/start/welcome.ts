import type { ChainId } from '../../src/chains/chain.ts';
import { chains } from '../../src/chains/chains.ts';
import type { Runtime } from './runtime.ts';

/** What `npm start` prints when everything is ready. */
export function welcome(runtime: Runtime, seconds: number): string {
  const { dashboardUrl: dashboard, endpoints, apiUrl, userPool } = runtime;
  const addresses = Object.entries({
    dashboard,
    ...endpoints,
    'management API': `${apiUrl}/v1`,
    'user pool': userPool.url,
  });
  return [
    `\nReady after ${seconds.toFixed(1)} s. Ctrl-C stops it.\n`,
    ...addresses.map(([name, url]) => `  ${name.padEnd(15)} ${url}`),
    `\n${aboutKey(runtime)}`,
    `\n${aboutAccounts(runtime)}\n`,
  ].join('\n');
}

function aboutKey({ endpoints, demoKey, settings }: Runtime): string {
  const key = demoKey ?? 'YOUR_KEY';
  const about = demoKey
    ? `Demo key (free plan): ${demoKey}`
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

function aboutAccounts({ apiUrl, userPool, demoUser }: Runtime): string {
  const { email, password } = demoUser ?? { email: 'you@example.com', password: 'Correct-horse-1' };
  const who = { ClientId: userPool.clientId, Username: email };
  const signUp = operate(userPool.url, 'SignUp', { ...who, Password: password });
  const confirm = operate(userPool.url, 'ConfirmSignUp', { ...who, ConfirmationCode: 'THE_CODE_PRINTED_HERE' });
  const parameters = { USERNAME: email, PASSWORD: password };
  const input = { ClientId: userPool.clientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: parameters };
  return [
    demoUser
      ? `Demo user (${demoUser.planId} plan, a week of usage): ${email}, password ${password}`
      : 'Create your own account:',
    ...(demoUser ? [] : [`\n${signUp}`, `\n${confirm}`]),
    `\n${operate(userPool.url, 'InitiateAuth', input)}`,
    `\ncurl -s ${apiUrl}/v1/account -H 'Authorization: Bearer THE_ID_TOKEN'`,
  ].join('\n');
}

const operate = (url: string, operation: string, input: object): string =>
  `curl -s ${url} -H 'Content-Type: application/x-amz-json-1.1' ` +
  `-H 'X-Amz-Target: AWSCognitoIdentityProviderService.${operation}' -d '${JSON.stringify(input)}'`;
