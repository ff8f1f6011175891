import { describe } from '@jest/globals';
import { onAnyTarget, withUser } from './cases.ts';
import { deployedTarget } from './deployed-target.ts';
import { revocationCases } from './revocation.cases.ts';
import { deployedUser } from './user-pool.cases.ts';

// The suite of a deployed stage, apart from the local one, so that the command loads no local runtime.

const deployed = deployedTarget(process.env);
if (!deployed) throw new Error('Set SLUICE_URL to the address of a stage.');
const { SLUICE_ACCESS_TOKEN: token, SLUICE_API_URL: apiUrl, SLUICE_ACCOUNT_TOKEN: accountToken } = process.env;

describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => {
  onAnyTarget(() => deployed);
  if (apiUrl && accountToken) {
    const owner = { keysUrl: `${apiUrl.replace(/\/$/, '')}/by-token/v1/keys`, token: accountToken };
    revocationCases(
      () => deployed,
      async () => owner,
    );
  }
  if (token) withUser(async () => deployedUser(token));
});
