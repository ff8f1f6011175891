import { describe } from '@jest/globals';
import { onAnyTarget, withUser } from './cases.ts';
import { deployedTarget } from './deployed-target.ts';
import { deployedUser } from './user-pool.cases.ts';

// The suite of a deployed stage, apart from the local one, so that the command loads no local runtime.

const deployed = deployedTarget(process.env);
if (!deployed) throw new Error('Set SLUICE_URL to the address of a stage.');
const token = process.env.SLUICE_ACCESS_TOKEN;

describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => {
  onAnyTarget(() => deployed);
  if (token) withUser(async () => deployedUser(token));
});
