import { describe, expect, test } from '@jest/globals';
import { managementChecks } from '../../src/release-checks/management-checks.ts';
import { runChecks } from '../../src/release-checks/run-checks.ts';

const versions = {
  api: 'api:2',
  publicApi: 'public-api:3',
  tokenAuthorizer: 'token-authorizer:5',
  keyAuthorizer: 'key-authorizer:6',
  keyApi: 'key-api:7',
  billingEvents: 'billing-events:4',
};
const authorizers: readonly string[] = [versions.tokenAuthorizer, versions.keyAuthorizer];
const answering = (statusCode: number, only?: string) => async (version: string) => {
  if (authorizers.includes(version)) return { isAuthorized: only === version };
  if (version === versions.keyApi) return { statusCode: only === version ? 404 : 200 };
  return { statusCode: only === undefined || version === only ? statusCode : 404 };
};

describe('the checks of new versions of the management API', () => {
  test('pass if each version refuses its request', async () => {
    expect(await runChecks(managementChecks(versions, 'free'), answering(400))).toEqual([]);
  });

  test.each([
    ['fails', 500],
    ['accepts what it should refuse', 200],
  ])('name a version that %s', async (_, statusCode) => {
    for (const version of Object.values(versions)) {
      const failed = await runChecks(managementChecks(versions, 'free'), answering(statusCode, version));
      expect(failed).toHaveLength(1);
      expect(failed[0]?.detail).toMatch(/statusCode|isAuthorized/);
    }
  });

  test('leave out Stripe’s events without billing', () => {
    const { billingEvents: _, ...withoutBilling } = versions;
    expect(managementChecks(withoutBilling, 'free').map(({ version }) => version)).toEqual([
      'api:2',
      'public-api:3',
      'token-authorizer:5',
      'key-authorizer:6',
      'key-api:7',
    ]);
  });
});
