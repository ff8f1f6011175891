import { afterAll, beforeAll, describe } from '@jest/globals';
import { grantCases } from './grants.cases.ts';
import { hostileClientCases } from './hostile-clients.cases.ts';
import { startWorld, type World } from './security-world.ts';
import { takeOverCases } from './take-over.cases.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world?.stop());

describe('hostile clients', () => hostileClientCases(() => world));
describe('taking an account over', () => takeOverCases(() => world));
describe('grants', () => grantCases(() => world));
