import type { TokenPermission } from '../directory/token-items.ts';
import type { Operation } from './operation.ts';
import {
  changeAccountPlan,
  getAccount,
  listEndpoints,
  listPlans,
  previewAccountPlan,
} from './operations/account-operations.ts';
import { listAccountActivity } from './operations/activity-operations.ts';
import {
  getBilling,
  listAccountInvoices,
  openBillingPortal,
  openCheckout,
  refreshBilling,
} from './operations/billing-operations.ts';
import { deleteOwnAccount } from './operations/deletion-operations.ts';
import { changeAccountEmail, confirmAccountEmail } from './operations/email-operations.ts';
import {
  analyzeAccountRequests,
  getRequest,
  listAccountRequests,
  listRequests,
} from './operations/history-operations.ts';
import { createAccountKey, getAccountKey, listAccountKeys, renameAccountKey } from './operations/key-operations.ts';
import { listNetworks } from './operations/network-operations.ts';
import {
  createAccountRecoveryCodes,
  disableAccountSecondFactor,
  enableAccountSecondFactor,
} from './operations/second-factor-operations.ts';
import { endKeySecret, revokeAccountKey, rotateAccountKey } from './operations/secret-operations.ts';
import { changeAccountPassword, signOutEverywhere } from './operations/session-operations.ts';
import {
  createAccountToken,
  listAccountTokens,
  renameAccountToken,
  revokeAccountToken,
} from './operations/token-operations.ts';
import { getAccountUsage, getKeyUsage, getUsageByKey, getUsageSplit } from './operations/usage-operations.ts';

export type ApiRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly operation: Operation;
  /**
   * Permissions of account tokens, any of which is enough: such a route exists a second time, under {@link tokenPrefix}.
   * Never for the account, its plan, money, passwords or tokens (test/management-api/doors.test.ts).
   */
  readonly tokens?: readonly TokenPermission[];
};

/** Before the paths of the routes for account tokens. lib/control-plane/management-api.ts has the same. */
export const tokenPrefix = '/by-token';

const readers = { tokens: ['read'] } as const;
const keyReaders = { tokens: ['read', 'keys'] } as const;
const keyManagers = { tokens: ['keys'] } as const;

/** The operations for signed-in customers. docs/openapi.json has them with those of public-routes.ts and `GET /v1/key`. */
export const apiRoutes: readonly ApiRoute[] = [
  { method: 'GET', path: '/v1/account', operation: getAccount },
  { method: 'PUT', path: '/v1/account/plan', operation: changeAccountPlan },
  { method: 'GET', path: '/v1/account/plan-preview', operation: previewAccountPlan },
  { method: 'GET', path: '/v1/activity', operation: listAccountActivity, ...readers },
  { method: 'POST', path: '/v1/account/password', operation: changeAccountPassword },
  { method: 'PUT', path: '/v1/account/email', operation: changeAccountEmail },
  { method: 'POST', path: '/v1/account/email/confirm', operation: confirmAccountEmail },
  { method: 'POST', path: '/v1/account/sign-out', operation: signOutEverywhere },
  { method: 'POST', path: '/v1/account/recovery-codes', operation: createAccountRecoveryCodes },
  { method: 'POST', path: '/v1/account/second-factor/enable', operation: enableAccountSecondFactor },
  { method: 'POST', path: '/v1/account/second-factor/disable', operation: disableAccountSecondFactor },
  { method: 'POST', path: '/v1/account/delete', operation: deleteOwnAccount },
  { method: 'GET', path: '/v1/billing', operation: getBilling },
  { method: 'GET', path: '/v1/billing/invoices', operation: listAccountInvoices },
  { method: 'POST', path: '/v1/billing/checkout', operation: openCheckout },
  { method: 'POST', path: '/v1/billing/portal', operation: openBillingPortal },
  { method: 'POST', path: '/v1/billing/refresh', operation: refreshBilling },
  { method: 'GET', path: '/v1/tokens', operation: listAccountTokens },
  { method: 'POST', path: '/v1/tokens', operation: createAccountToken },
  { method: 'PATCH', path: '/v1/tokens/:tokenId', operation: renameAccountToken },
  { method: 'POST', path: '/v1/tokens/:tokenId/revoke', operation: revokeAccountToken },
  { method: 'GET', path: '/v1/plans', operation: listPlans },
  { method: 'GET', path: '/v1/endpoints', operation: listEndpoints, ...readers },
  { method: 'GET', path: '/v1/networks', operation: listNetworks, ...readers },
  { method: 'GET', path: '/v1/keys', operation: listAccountKeys, ...keyReaders },
  { method: 'POST', path: '/v1/keys', operation: createAccountKey, ...keyManagers },
  { method: 'GET', path: '/v1/keys/:keyId', operation: getAccountKey, ...keyReaders },
  { method: 'PATCH', path: '/v1/keys/:keyId', operation: renameAccountKey, ...keyManagers },
  { method: 'POST', path: '/v1/keys/:keyId/rotate', operation: rotateAccountKey, ...keyManagers },
  { method: 'POST', path: '/v1/keys/:keyId/secrets/:secretId/end', operation: endKeySecret, ...keyManagers },
  { method: 'POST', path: '/v1/keys/:keyId/revoke', operation: revokeAccountKey, ...keyManagers },
  { method: 'GET', path: '/v1/keys/:keyId/usage', operation: getKeyUsage, ...readers },
  { method: 'GET', path: '/v1/keys/:keyId/requests', operation: listRequests, ...readers },
  { method: 'GET', path: '/v1/keys/:keyId/requests/:requestId', operation: getRequest, ...readers },
  { method: 'GET', path: '/v1/requests', operation: listAccountRequests, ...readers },
  { method: 'GET', path: '/v1/requests/analysis', operation: analyzeAccountRequests, ...readers },
  { method: 'GET', path: '/v1/usage', operation: getAccountUsage, ...readers },
  { method: 'GET', path: '/v1/usage/keys', operation: getUsageByKey, ...readers },
  { method: 'GET', path: '/v1/usage/split', operation: getUsageSplit, ...readers },
];
