import { describe } from '@jest/globals';
import { authenticationCases } from './authentication.cases.ts';
import { callCases } from './call.cases.ts';
import type { Target } from './deployed-target.ts';
import { httpCases } from './http.cases.ts';
import { limitCases } from './limit.cases.ts';
import { refusedKeyCases } from './refused-key.cases.ts';
import { unconfirmedGroup } from './table.ts';
import type { LocalTarget } from './target.ts';
import { unconfirmedCases } from './unconfirmed.cases.ts';
import { upstreamCases } from './upstream.cases.ts';
import { type PoolUser, userPoolCases } from './user-pool.cases.ts';

/** The cases for every gateway, given its address and a key. */
export function onAnyTarget(target: () => Target): void {
  describe('HTTP', () => httpCases(target));
  describe('authentication', () => authenticationCases(target));
  describe('calls', () => callCases(target));
  describe(unconfirmedGroup, () => unconfirmedCases(target));
}

/** Those for a local one, where the test can change tables and nodes, too. */
export function onLocalTarget(target: () => LocalTarget): void {
  onAnyTarget(target);
  describe('keys that are refused', () => refusedKeyCases(target));
  describe('limits', () => limitCases(target));
  describe('faulty nodes', () => upstreamCases(target));
}

/** Those for a gateway of which a user's access token is given. */
export function withUser(user: () => Promise<PoolUser>): void {
  describe(unconfirmedGroup, () => userPoolCases(user));
}
