import { createRunner } from 'jest-light-runner';
import Tinypool from 'tinypool';

const LightRunner = createRunner({ runtime: 'child_process' });

// Against hangs only: far more than any file needs on two slow cores. At night, one has thousands of histories, and with
// every look one takes hundreds of pictures.
const isLong = process.env.EFFORT === 'night' || process.env.LOOKS === 'all';
const mostMinutes = Number(process.env.MINUTES_PER_FILE ?? (isLong ? 120 : 20));

/** jest-light-runner keeps its pools to itself. */
const pools = new Set();
const answered = new WeakSet();

/**
 * A worker that has started asks for its configuration. jest-light-runner 0.8.2 answers all that have a test and forgets
 * them: one that starts later than others loses the answer and would wait for ever. So each question is answered here too.
 */
function answerWorkers({ threads, options: { workerData } }) {
  for (const { process: worker } of threads) {
    if (answered.has(worker)) continue;
    answered.add(worker);
    worker.on('message', (message) => {
      if (message === 'jest-light-runner-get-worker-data')
        worker.send({ type: 'jest-light-runner-worker-data', workerData });
    });
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
        setTimeout(() => giveUp(test.path), 60_000 * mostMinutes),
      );
      return onStart(test);
    };
    return super.runTests(tests, watcher, begin, ended(onResult), ended(onFailure));
  }
}

/** A process that hangs cannot be told to end its test, nor itself. */
function giveUp(path) {
  process.stderr.write(`${path} has not ended after ${mostMinutes} minutes.\n`);
  for (const { threads } of pools) for (const { process: worker } of threads) worker.kill('SIGKILL');
  process.exit(1);
}
