import jestRunner, { type Test, type TestRunnerOptions, type TestWatcher } from 'jest-runner';
import { type Durations, readDurations, writeDurations } from './score.ts';

// Its types are those of its CommonJS form.
const JestRunner = 'default' in jestRunner ? jestRunner.default : jestRunner;

/**
 * Runs those test files that have a test which Stryker asks for, the fastest first, and none after one that failed.
 * Stryker itself would load every file for each mutant, and run them all.
 */
export default class FastestFirst extends JestRunner {
  override async runTests(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
    const durations = readDurations(this._globalConfig.rootDir);
    if (!durations) return this.#measure(tests, watcher, options);
    let failed = false;
    this.on('test-file-failure', () => {
      failed = true;
    });
    this.on('test-file-success', ([, { numFailingTests, testExecError }]) => {
      failed ||= numFailingTests > 0 || testExecError !== undefined;
    });
    for (const test of this.#wanted(tests, durations)) {
      if (!failed) await super.runTests([test], watcher, options);
    }
  }

  async #measure(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
    const measured: Durations = {};
    this.on('test-file-success', ([{ path }, { testResults }]) => {
      measured[path] = Object.fromEntries(testResults.map(({ fullName, duration }) => [fullName, duration ?? 0]));
    });
    await super.runTests(tests, watcher, options);
    writeDurations(this._globalConfig.rootDir, measured);
  }

  #wanted(tests: readonly Test[], durations: Durations): Test[] {
    const pattern = new RegExp(this._globalConfig.testNamePattern ?? '', 'i');
    return tests
      .map((test) => {
        const names = Object.entries(durations[test.path] ?? {}).filter(([name]) => pattern.test(name));
        return { test, names: names.length, duration: names.reduce((sum, [, duration]) => sum + duration, 0) };
      })
      .filter(({ names }) => names > 0)
      .toSorted((one, other) => one.duration - other.duration)
      .map(({ test }) => test);
  }
}
