import { afterAll, beforeAll, describe } from '@jest/globals';
import { grantCases } from './grants.cases.ts';
import { hostileClientCases } from './hostile-clients.cases.ts';
import { startWorld, type World } from './security-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world?.stop());

describe('hostile clients', () => hostileClientCases(() => world));
describe('grants', () => grantCases(() => world));
