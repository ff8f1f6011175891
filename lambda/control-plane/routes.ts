import type { Operation } from './operation.ts';
import { changeAccountPlan, getAccount } from './operations/account.ts';
import { listEndpoints } from './operations/endpoints.ts';
import { createAccountKey, listAccountKeys, renameAccountKey } from './operations/keys.ts';
import { listPlans } from './operations/plans.ts';
import { getRequest, listRequests } from './operations/requests.ts';
import { revokeAccountKey, rotateAccountKey } from './operations/secrets.ts';
import { getAccountUsage, getKeyUsage } from './operations/usage.ts';

export type ApiRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly operation: Operation;
};

/** The whole management API, one line each. docs/openapi.json is made of it. */
export const apiRoutes: readonly ApiRoute[] = [
  { method: 'GET', path: '/v1/account', operation: getAccount },
  { method: 'PUT', path: '/v1/account/plan', operation: changeAccountPlan },
  { method: 'GET', path: '/v1/plans', operation: listPlans },
  { method: 'GET', path: '/v1/endpoints', operation: listEndpoints },
  { method: 'GET', path: '/v1/keys', operation: listAccountKeys },
  { method: 'POST', path: '/v1/keys', operation: createAccountKey },
  { method: 'PATCH', path: '/v1/keys/:keyId', operation: renameAccountKey },
  { method: 'POST', path: '/v1/keys/:keyId/rotate', operation: rotateAccountKey },
  { method: 'POST', path: '/v1/keys/:keyId/revoke', operation: revokeAccountKey },
  { method: 'GET', path: '/v1/keys/:keyId/usage', operation: getKeyUsage },
  { method: 'GET', path: '/v1/keys/:keyId/requests', operation: listRequests },
  { method: 'GET', path: '/v1/keys/:keyId/requests/:requestId', operation: getRequest },
  { method: 'GET', path: '/v1/usage', operation: getAccountUsage },
];
