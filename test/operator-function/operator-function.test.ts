import { afterAll, beforeAll, describe } from '@jest/globals';
import { answerCases } from './answers.cases.ts';
import { callerCases } from './caller.cases.ts';
import { commandCases } from './commands.cases.ts';
import { FunctionWorld } from './function-world.ts';

let world: FunctionWorld;
beforeAll(async () => {
  world = await FunctionWorld.start();
});
afterAll(() => world?.stop());

describe('commands', () => commandCases(() => world));
describe('who sends a command', () => callerCases(() => world));
describe('events and answers', () => answerCases(() => world));
