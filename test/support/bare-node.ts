import { registerHooks } from 'node:module';

// Loaded first in each process of jest-light-runner, which runs tests as Node runs any program: modules that several test
// files load are loaded once.

// The runner puts test, expect and the others on the global object; the package @jest/globals only works in Jest's own.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: new URL('./jest-globals.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

// The runner has no time limit. Against hangs only: far more than any test needs on two slow cores.
const mostMinutes = 10;
let last = '';
let minutes = 0;
setInterval(async () => {
  const { expect } = await import('./jest-globals.ts');
  const { testPath, currentTestName } = expect.getState();
  const now = `${testPath}: ${currentTestName}`;
  minutes = now === last ? minutes + 1 : 0;
  last = now;
  if (minutes < mostMinutes) return;
  process.stderr.write(`Nothing has ended for ${mostMinutes} minutes after or in ${now}\n`);
  process.exit(1);
}, 60_000).unref();
