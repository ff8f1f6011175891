import { jest } from '@jest/globals';

type Call = (input?: unknown) => Promise<unknown>;

/** Mocks of the Amplify operations that the dashboard calls. They return undefined until a test sets a result. */
export const amplify = {
  signIn: jest.fn<Call>(),
  confirmSignIn: jest.fn<Call>(),
  resetPassword: jest.fn<Call>(),
  confirmResetPassword: jest.fn<Call>(),
  fetchAuthSession: jest.fn<Call>(),
  signOut: jest.fn<Call>(),
  fetchMFAPreference: jest.fn<Call>(),
  setUpTOTP: jest.fn<Call>(),
  updateMFAPreference: jest.fn<Call>(),
  verifyTOTPSetup: jest.fn<Call>(),
};

/** The configuration passed to Amplify, the level of its log, and its storage. */
export const configured = { Auth: { Cognito: {} as Record<string, string> } };
export const log: { LOG_LEVEL?: string } = {};
export const stored = new Map<string, string>();

jest.unstable_mockModule('@aws-amplify/auth', () => amplify);
jest.unstable_mockModule('@aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: { setAuthConfig: () => undefined },
}));
jest.unstable_mockModule('@aws-amplify/core', () => ({
  Amplify: {
    configure: ({ Auth }: typeof configured) => Object.assign(configured, { Auth }),
  },
  ConsoleLogger: log,
  defaultStorage: { getItem: async (key: string) => stored.get(key) ?? null },
}));

const { configureSession } = await import('../../../dashboard/session/session.ts');

/** The part of config.json that the session needs. */
export const sessionConfig = {
  userPool: { endpoint: 'http://127.0.0.1:8547', id: 'us-east-1_abc', clientId: 'client' },
};

/** Restores the initial state for a test. */
export function resetAmplify(): void {
  for (const operation of Object.values(amplify)) operation.mockReset().mockResolvedValue(undefined);
  configured.Auth = { Cognito: {} };
  delete log.LOG_LEVEL;
  stored.clear();
  configureSession(sessionConfig);
}

/** An error of the form that Amplify throws. */
export const amplifyError = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

export const networkError = (): Error => amplifyError('NetworkError', 'A network error has occurred.');
