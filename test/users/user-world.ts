import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { onHttpEvents } from '../../lambda/http-event.ts';
import { uncheckedSignature } from '../../packages/cdk-local/iam/unchecked-signature.ts';
import { operate, servePool, tokensOf } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { createPublicApi } from '../../src/management-api/public-app.ts';
import type { PublicApiDeps } from '../../src/management-api/public-operation.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { UserDirectory } from '../../src/users/user-directory.ts';
import { type ApiAnswer, eventOf, type Sent, startApi } from '../management-api/api.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { readByFunctions } from '../support/settings.ts';

export const password = 'correct-horse-battery';

/** A signed-in user: the claims of the ID token as API Gateway passes them, and the other tokens. */
export type Session = {
  readonly claims: Record<string, string>;
  readonly accountId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
};

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const claimsOf = (token: string) =>
  v.parse(claimsSchema, Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** A pool as lib/users/user-pool.ts defines it, but for one client in both roles. */
const pool = {
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  MfaConfiguration: 'OPTIONAL',
  EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  Policies: { PasswordPolicy: { MinimumLength: 12, TemporaryPasswordValidityDays: 1 } },
};
const client = {
  ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  WriteAttributes: ['locale'],
};

/** Both APIs over DynamoDB Local and a local user pool, with one clock. A wait puts the clock forward. */
export async function startUserWorld(options: { readonly selfSignUp?: boolean } = {}) {
  const changes = { pool: { ...pool, ...(options.selfSignUp && { AdminCreateUserConfig: {} }) }, client };
  const served = await servePool({ changes });
  let ahead = 0;
  const forward = (ms: number): void => {
    ahead += ms;
    served.putForward(ms);
  };
  const clock = () => Date.now() + ahead;
  const cognito = new CognitoIdentityProviderClient({
    endpoint: served.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    signer: uncheckedSignature({ accessKeyId: 'test', region: 'us-east-1', service: 'cognito-idp' }),
  });
  const users = new UserDirectory(cognito, served.poolId);
  const directory = await emptyDirectory();
  const mailed: string[] = [];
  const told: string[] = [];
  const limits: string[] = [];
  const shared = {
    users,
    directory,
    serverClientId: served.clientId,
    clock,
    pause: async (ms: number) => forward(ms),
  };
  const api = await startApi({ ...shared, tellFormerAddress: async (email) => void told.push(email) });

  async function sessionOf(email: string, secret = password): Promise<Session> {
    const { IdToken, AccessToken, RefreshToken } = await tokensOf(served, email, secret);
    const entries = Object.entries(claimsOf(IdToken)).map(([name, value]) => [name, String(value)]);
    const claims: Record<string, string> = Object.fromEntries(entries);
    return { claims, accountId: claims.sub ?? '', accessToken: AccessToken, refreshToken: RefreshToken };
  }

  return {
    ...shared,
    pool: served,
    api,
    forward,
    /** The addresses that the worker was asked to write to. */
    mailed,
    /** The former addresses that were told of a change. */
    told,
    limits,
    /** The management API; `with` replaces what it depends on. */
    call: (session: Session, method: string, target: string, sent: Sent = {}): Promise<ApiAnswer> =>
      api.handle(eventOf(session.claims, method, target, sent)),
    /** The API for callers without a token. */
    publicApi(
      changed: Partial<Pick<PublicApiDeps, 'directory' | 'leaks'>> & {
        readonly settings?: Partial<FunctionSettings>;
      } = {},
    ) {
      const handler = onHttpEvents(
        createPublicApi({
          ...shared,
          directory: changed.directory ?? directory,
          plans: api.deps.plans,
          leaks: changed.leaks ?? { byHolder: 'report', gitHub: undefined },
          settings: { ...readByFunctions, signUpMailsPerDay: 1_000, ...changed.settings },
          clientAddress: async ({ sourceIp }) => sourceIp,
          sendMail: async (email) => void mailed.push(email),
          onLimit: () => void limits.push('limit'),
          log: api.deps.log,
        }),
      );
      return async (path: string, json: unknown, sourceIp = '198.51.100.1'): Promise<ApiAnswer> => {
        const event = eventOf({}, 'POST', path, { json });
        const { authorizer: _, ...requestContext } = event.requestContext;
        const http = { ...requestContext.http, sourceIp };
        const {
          statusCode = 0,
          headers = {},
          body = '',
        } = await handler({
          ...event,
          requestContext: { ...requestContext, http },
        });
        const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
        return { status: statusCode, headers: Object.fromEntries(named), body: JSON.parse(body) };
      };
    },
    sessionOf,
    /** A customer with an account and this address, signed in. */
    async becomeCustomer(email: string): Promise<Session> {
      await users.invite(email, 'temporary-password');
      await users.setPassword(email, password);
      const session = await sessionOf(email);
      const { status } = await api.handle(eventOf(session.claims, 'GET', '/v1/account'));
      if (status !== 200) throw new Error(`${email} got no account: ${status}`);
      return session;
    },
    refreshes: async ({ refreshToken }: Session): Promise<boolean> => {
      const AuthParameters = { REFRESH_TOKEN: refreshToken };
      return (await operate(served, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters })).status === 200;
    },
    stop: () => served.stop(),
  };
}

export type UserWorld = Awaited<ReturnType<typeof startUserWorld>>;
