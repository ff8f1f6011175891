import { requestExample } from '../schemas/request-schema.ts';

type OperationExamples = { readonly request?: unknown; readonly response?: unknown };

const limits = { callsPerSecond: 10, callsPerDay: 10_000 };

const free = {
  planId: 'free',
  open: true,
  limits,
  keys: 3,
  historyDays: 1,
  longestCallSeconds: 5,
  pricePerMonth: 0,
  currency: 'usd',
};

const key = {
  keyId: requestExample.keyId,
  name: 'staging',
  state: 'active',
  createdAt: '2026-11-18T09:12:44.000Z',
  revoked: null,
  lastUsedAt: '2026-11-20T14:24:51.113Z',
  secrets: [{ secretId: '9f86d081884c7d65', firstCharacters: 'slc_4fGh', expiresAt: null, leakedAt: null }],
  limits,
  startedWith: null,
  calls: { thisSecond: 2, today: 1_204, resetsAt: '2026-11-21T00:00:00.000Z' },
};

const secret = 'slc_4fGh…';

const token = {
  tokenId: 'tok_01KAGC2M5N8P7Q6R4S3T2V1W0X',
  name: 'Terraform',
  state: 'active',
  permissions: ['keys'],
  firstCharacters: 'slt_4fGh',
  createdAt: '2026-11-20T09:12:44.118Z',
  expiresAt: '2027-02-18T09:12:44.118Z',
  lastUsedAt: '2026-11-20T14:20:02.501Z',
  leakReportedAt: null,
};

const history = { requests: [requestExample], nextCursor: null, historyFrom: '2026-11-19T14:25:07.000Z' };

const figures = {
  calls: 1_204,
  errors: 4,
  outcomes: { ok: 1_200, rpc_error: 4 },
  latency: { p50: 31, p95: 88, p99: 140 },
  rpcErrorCodes: { '-32602': 3, other: 1 },
};

const newest = { lag: 0, lagMs: 0, lagOfTransaction: 0 };
const behind = { lag: 132, lagMs: 28_248, lagOfTransaction: 0.88 };

const day = { calls: 1_204, errors: 4, outcomes: { ok: 1_200, rate_limited: 4 } };

/** By the id of the operation. Tests check them against the schemas. */
export const examples: Readonly<Record<string, OperationExamples>> = {
  changeAccountPlan: { request: { planId: 'developer' } },
  openCheckout: {
    request: { planId: 'developer' },
    response: { url: 'https://checkout.stripe.com/c/pay/cs_live_…', expiresAt: '2026-11-20T15:25:07.000Z' },
  },
  listPlans: { response: { plans: [free] } },
  listEndpoints: {
    response: { endpoints: [{ chain: 'solana', network: 'mainnet', url: 'https://rpc.example.com/' }] },
  },
  listNetworks: {
    response: {
      networks: [
        {
          network: 'mainnet',
          chain: 'solana',
          state: 'degraded',
          since: '2026-11-20T14:02:11.000Z',
          checkedAt: '2026-11-20T14:24:11.000Z',
          heightUnit: 'slots',
          methods: [
            { group: 'accounts', names: ['getAccountInfo', 'getBalance'] },
            { group: 'status', names: ['getHealth', 'getSlot'] },
          ],
          otherMethods: true,
          nodes: [
            { name: 'Node 1', state: 'up', since: '2026-11-18T09:12:11.000Z', height: 381_204_112, ...newest },
            { name: 'Node 2', state: 'behind', since: '2026-11-20T14:02:11.000Z', height: 381_203_980, ...behind },
          ],
        },
      ],
    },
  },
  getUsageByKey: {
    response: {
      from: '2026-11-19T15:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
      span: 'hour',
      keys: [{ keyId: key.keyId, name: key.name, state: key.state, ...figures }],
    },
  },
  getUsageSplit: {
    response: {
      from: '2026-11-20T13:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
      span: 'hour',
      by: 'method',
      at: ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'],
      parts: [{ id: 'getHealth', name: 'getHealth', calls: [5_120, 6_480], errors: [3, 0] }],
      others: { count: 4, calls: [310, 275], errors: [12, 9] },
    },
  },
  listKeys: { response: { keys: [key], nextCursor: null } },
  getKey: { response: key },
  createKey: { request: { name: 'staging' }, response: { key, secret } },
  renameKey: { request: { name: 'production' }, response: { ...key, name: 'production' } },
  rotateKey: { request: { graceHours: 24 } },
  revokeKey: {
    response: {
      ...key,
      state: 'revoked',
      revoked: { at: '2026-11-20T14:25:07.000Z', by: 'customer', tokenName: null },
      secrets: [],
    },
  },
  listTokens: { response: { tokens: [token] } },
  createToken: {
    request: { name: 'Terraform', permissions: ['keys'], expiresInDays: 90, password: 'correct-horse-7' },
    response: { token: { ...token, lastUsedAt: null }, secret: 'slt_4fGh…' },
  },
  renameToken: { request: { name: 'Terraform of staging' }, response: { ...token, name: 'Terraform of staging' } },
  revokeToken: { response: { ...token, state: 'revoked' } },
  listRequests: { response: history },
  listAccountRequests: { response: history },
  analyzeRequests: {
    response: {
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-20T14:25:07.000Z',
      requests: 1,
      byMethod: {
        getHealth: { calls: 1, errors: 0, inBatches: 0, latency: { p50: 31, p95: 31, p99: 31 }, latencies: { 31: 1 } },
      },
      slowest: [requestExample],
      largest: [requestExample],
      nextCursor: null,
      historyFrom: history.historyFrom,
    },
  },
  getRequest: { response: requestExample },
  getCurrentKey: {
    response: {
      keyId: key.keyId,
      planId: 'free',
      limits,
      startedWith: null,
      thisSecond: { used: 2, remaining: 8, resetsAt: '2026-11-20T14:24:52.000Z' },
      today: { used: 1_200, remaining: 8_800, resetsAt: '2026-11-21T00:00:00.000Z' },
      days: [{ day: '2026-11-20', ...day }],
    },
  },
};
