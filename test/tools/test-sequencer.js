import TestSequencer from '@jest/test-sequencer';
import { slowestFirst } from './slowest-first.ts';

/**
 * Runs the slowest tests first, so that none of them is left over while other processors are idle. Jest learns how long
 * its tests take, but a clean checkout knows nothing, and jest then starts with the largest files.
 *
 * In JavaScript, because the package's types describe its CommonJS form, and jest imports the other.
 */
export default class SlowestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort([...tests]);
    return slowestFirst(sorted, ({ path, context }) => path.slice(context.config.rootDir.length + 1));
  }
}
