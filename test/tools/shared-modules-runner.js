import inspector from 'node:inspector';
import { createRunner } from 'jest-light-runner';
import Tinypool from 'tinypool';
import { endWhenBlocked } from './blocked-tests.ts';
import { fileMs } from './hang-limits.ts';

const LightRunner = createRunner({ runtime: 'child_process' });

/** jest-light-runner keeps its pools to itself. */
const pools = new Set();
const known = new WeakSet();

/**
 * A worker that has started asks for its configuration. jest-light-runner 0.8.2 answers all that have a test and forgets
 * them: one that starts later than others loses the answer and would wait for ever. So each question is answered here too.
 */
function answerWorkers({ threads, options: { workerData } }) {
  for (const { process: worker } of threads) {
    if (known.has(worker)) continue;
    known.add(worker);
    worker.on('message', (message) => {
      if (message === 'jest-light-runner-get-worker-data')
        worker.send({ type: 'jest-light-runner-worker-data', workerData });
    });
    endWhenBlocked(worker);
  }
}

const { run } = Tinypool.prototype;
Tinypool.prototype.run = function runTest(...given) {
  pools.add(this);
  answerWorkers(this);
  return run.apply(this, given);
};

/** Runs test files in plain Node, several in one process (docs/decisions/0052-tests-share-modules.md). */
export default class SharedModulesRunner extends LightRunner {
  #config;
  #mostWorkers;

  constructor(globalConfig, ...others) {
    // With one worker, all would run in Jest's own process, with the set-up of the last project: only for a debugger.
    const config = { ...globalConfig, maxWorkers: inspector.url() ? 1 : 2 };
    super(config, ...others);
    this.#config = config;
    this.#mostWorkers = globalConfig.maxWorkers;
  }

  runTests(tests, watcher, onStart, onResult, onFailure) {
    // It is read again here, and so many processes start.
    this.#config.maxWorkers = Math.min(this.#mostWorkers, tests.length);
    const timers = new Map();
    const begin = (test) => {
      if (!inspector.url())
        timers.set(
          test,
          setTimeout(() => giveUp(test.path), fileMs),
        );
      return onStart(test);
    };
    const end = (test, result) => {
      clearTimeout(timers.get(test));
      return onResult(test, withShortPaths(result, `file://${test.context.config.rootDir}/`));
    };
    const fail = (test, error) => {
      clearTimeout(timers.get(test));
      return onFailure(test, error);
    };
    return super.runTests(tests, watcher, begin, end, fail);
  }
}

const ownFrame = /\n.*(test\/support\/time-limits\.ts|node_modules\/tinypool).*/g;

/** With paths that a terminal and an editor open, and without frames that every test has. */
function withShortPaths(result, root) {
  return { ...result, failureMessage: result.failureMessage.replaceAll(root, '').replaceAll(ownFrame, '') };
}

/** A process that hangs cannot be told to end its test, nor itself. */
function giveUp(path) {
  process.stderr.write(`${path} has not ended after ${fileMs / 60_000} minutes.\n`);
  for (const { threads } of pools) for (const { process: worker } of threads) worker.kill('SIGKILL');
  process.exit(1);
}
