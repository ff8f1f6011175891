import { describe } from '@jest/globals';
import { authenticationCases } from './authentication.cases.ts';
import { callCases } from './call.cases.ts';
import type { Target } from './deployed-target.ts';
import { httpCases } from './http.cases.ts';
import { unconfirmedGroup } from './table.ts';
import { unconfirmedCases } from './unconfirmed.cases.ts';
import { type PoolUser, userPoolCases } from './user-pool.cases.ts';

/** The cases for every gateway, given its address and a key. */
export function onAnyTarget(target: () => Target): void {
  describe('HTTP', () => httpCases(target));
  describe('authentication', () => authenticationCases(target));
  describe('calls', () => callCases(target));
  describe(unconfirmedGroup, () => unconfirmedCases(target));
}

/** Those for a gateway of which a user's access token is given. */
export function withUser(user: () => Promise<PoolUser>): void {
  describe(unconfirmedGroup, () => userPoolCases(user));
}
