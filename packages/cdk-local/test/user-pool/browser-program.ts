// A process in place of a browser, with the dashboard's sign-in library: it makes the calls that it receives, sends back
// their results, and keeps its tokens in memory.
import * as auth from '@aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger } from '@aws-amplify/core';
import * as v from 'valibot';

const started = v.object({ userPoolId: v.string(), userPoolClientId: v.string(), userPoolEndpoint: v.string() });
const wanted = v.object({ name: v.string(), input: v.optional(v.unknown()) });

// It warns of any endpoint that is not AWS's.
ConsoleLogger.LOG_LEVEL = 'ERROR';

const Auth = { Cognito: v.parse(started, JSON.parse(process.argv[2] ?? '')) };
const items = new Map<string, string>();
cognitoUserPoolsTokenProvider.setKeyValueStorage({
  setItem: async (key, value) => void items.set(key, value),
  getItem: async (key) => items.get(key) ?? null,
  removeItem: async (key) => void items.delete(key),
  clear: async () => items.clear(),
});
cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });

process.on('message', async (message) => {
  const { name, input } = v.parse(wanted, message);
  try {
    // `stored` is not a function of the library; it returns the library's stored items.
    const run = name === 'stored' ? () => Object.fromEntries(items) : Reflect.get(auth, name);
    process.send?.({ value: await v.parse(v.function(), run)(input) });
  } catch (error) {
    const { name, message } = v.parse(v.object({ name: v.string(), message: v.string() }), error);
    process.send?.({ error: { name, message } });
  }
});
