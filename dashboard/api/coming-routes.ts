import type { components } from '../client/paths.ts';

type Content<Body> = { headers: Record<string, unknown>; content: { 'application/json': Body } };
type Problem = { headers: Record<string, unknown>; content: { 'application/problem+json': Record<string, unknown> } };
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };

type Change<Body, Answer> = {
  parameters: NoParameters;
  requestBody: { content: { 'application/json': Body } };
  responses: { 200: Content<Answer>; default: Problem };
};

type Post<Body, Answer = Record<string, never>> = { parameters: NoParameters; post: Change<Body, Answer> };

type Get<Query, Answer> = {
  parameters: NoParameters;
  get: { parameters: { query?: Query }; responses: { 200: Content<Answer>; default: Problem } };
};

/** One change of the account, a key or the plan. */
type Activity = {
  activityId: string;
  at: string;
  by: string;
  action: string;
  keyId: string | null;
  keyName: string | null;
  address: string | null;
  client: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Routes that client/paths.ts does not have yet. */
export type ComingRoutes = {
  '/v1/sign-up': Post<{ email: string }>;
  '/v1/recover': Post<{ email: string; password: string; code: string }>;
  '/v1/account/password': Post<{ currentPassword: string; newPassword: string }>;
  '/v1/account/email': {
    parameters: NoParameters;
    put: Change<{ email: string; password: string }, Record<string, never>>;
  };
  '/v1/account/email/confirm': Post<Record<string, never>>;
  '/v1/account/sign-out': Post<Record<string, never>>;
  '/v1/account/recovery-codes': Post<{ password: string }, { codes: string[] | null }>;
  '/v1/account/second-factor/disable': Post<{ password: string }>;
  '/v1/account/delete': Post<{ password: string; email: string }>;
  '/v1/requests': Get<
    { limit?: number; cursor?: string },
    { requests: components['schemas']['Request'][]; nextCursor: string | null; historyFrom: string }
  >;
  '/v1/activity': Get<
    { limit?: number; cursor?: string },
    { activity: Activity[]; nextCursor: string | null; activityFrom: string }
  >;
};
