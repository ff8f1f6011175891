import { describe, expect, test } from '@jest/globals';
import { managementChecks } from '../../../lambda/release/management-checks.ts';
import { runChecks } from '../../../lambda/release/run-checks.ts';

const versions = {
  api: 'api:2',
  publicApi: 'public-api:3',
  tokenAuthorizer: 'token-authorizer:5',
  billingEvents: 'billing-events:4',
};
const answering = (statusCode: number, only?: string) => async (version: string) =>
  version === versions.tokenAuthorizer
    ? { isAuthorized: only === version }
    : { statusCode: only === undefined || version === only ? statusCode : 404 };

describe('the checks of new versions of the management API', () => {
  test('pass if each version refuses its request', async () => {
    expect(await runChecks(managementChecks(versions), answering(400))).toEqual([]);
  });

  test.each([
    ['fails', 500],
    ['accepts what it should refuse', 200],
  ])('name a version that %s', async (_, statusCode) => {
    for (const version of Object.values(versions)) {
      const failed = await runChecks(managementChecks(versions), answering(statusCode, version));
      expect(failed).toHaveLength(1);
      expect(failed[0]?.detail).toMatch(/statusCode|isAuthorized/);
    }
  });

  test('leave out Stripe’s events without billing', () => {
    const { billingEvents: _, ...withoutBilling } = versions;
    expect(managementChecks(withoutBilling).map(({ version }) => version)).toEqual([
      'api:2',
      'public-api:3',
      'token-authorizer:5',
    ]);
  });
});
