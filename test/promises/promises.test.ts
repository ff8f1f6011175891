import { afterAll, beforeAll, describe } from '@jest/globals';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';
import { hammerCases } from './hammer.cases.ts';
import { kitCases } from './kit.cases.ts';
import { managementCases } from './management.cases.ts';
import { pollingCases } from './polling.cases.ts';
import { tallyCases } from './tally.cases.ts';

let running: TestRuntime;
beforeAll(async () => {
  running = await startTestRuntime();
});
afterAll(() => running?.stop());

describe('with real chain nodes', () => kitCases(() => running));
describe('the management API', () => managementCases(() => running));
describe('programs that poll', () => pollingCases(() => running));
describe('tallies', () => tallyCases(() => running));
describe('a key under fire', () => hammerCases(() => running));
