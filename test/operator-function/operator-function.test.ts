import { afterAll, beforeAll, describe } from '@jest/globals';
import { answerCases } from './answers.cases.ts';
import { callerCases } from './caller.cases.ts';
import { clientCases } from './client.cases.ts';
import { commandCases } from './commands.cases.ts';
import { FunctionWorld } from './function-world.ts';
import { packedCases } from './packed.cases.ts';

let world: FunctionWorld;
beforeAll(async () => {
  world = await FunctionWorld.start();
});
afterAll(() => world?.stop());

describe('commands', () => commandCases(() => world));
describe('who sends a command', () => callerCases(() => world));
describe('the client for programs', () => clientCases(() => world));
describe('the packed tarball', () => packedCases(() => world));
describe('events and answers', () => answerCases(() => world));
