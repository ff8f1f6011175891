import { afterAll, beforeAll, describe } from '@jest/globals';
import { accountLifeCases } from './account-life.cases.ts';
import { grantCases } from './grants.cases.ts';
import { hostileClientCases } from './hostile-clients.cases.ts';
import { startWorld, type World } from './security-world.ts';
import { takeOverCases } from './take-over.cases.ts';
import { tokenCases } from './tokens.cases.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

describe('hostile clients', () => hostileClientCases(() => world));
describe('taking an account over', () => takeOverCases(() => world));
describe('the life of an account', () => accountLifeCases(() => world));
describe('account tokens', () => tokenCases(() => world));
describe('grants', () => grantCases(() => world));
