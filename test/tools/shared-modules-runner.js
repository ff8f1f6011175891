import { createRunner } from 'jest-light-runner';

const LightRunner = createRunner({ runtime: 'child_process' });

// Against hangs only: far more than any file needs on two slow cores. At night, one has thousands of histories.
const mostMinutes = process.env.EFFORT === 'night' ? 120 : 20;

/** Runs test files in plain Node, several in one process (docs/decisions/0052-tests-share-modules.md). */
export default class SharedModulesRunner extends LightRunner {
  constructor(globalConfig, ...others) {
    // With one worker it would run both DynamoDBs' tests in Jest's own process, with the set-up of the last.
    super({ ...globalConfig, maxWorkers: Math.max(2, globalConfig.maxWorkers) }, ...others);
  }

  runTests(tests, watcher, onStart, onResult, onFailure) {
    const timers = new Map();
    const ended =
      (report) =>
      (test, ...result) => {
        clearTimeout(timers.get(test));
        return report(test, ...result);
      };
    const begin = (test) => {
      timers.set(
        test,
        setTimeout(() => this.giveUp(test.path), 60_000 * mostMinutes),
      );
      return onStart(test);
    };
    return super.runTests(tests, watcher, begin, ended(onResult), ended(onFailure));
  }

  /** A process that hangs cannot be told to end its test, nor itself. */
  giveUp(path) {
    process.stderr.write(`${path} has not ended after ${mostMinutes} minutes.\n`);
    for (const { pool } of this._testRunners.values()) {
      for (const thread of pool.threads) thread.process.kill('SIGKILL');
    }
    process.exit(1);
  }
}
