import { registerHooks } from 'node:module';
import './time-limits.ts';

// Loaded first in each process of jest-light-runner, which runs tests as Node runs any program: modules that several test
// files load are loaded once.

// The runner puts test, expect and the others on the global object; the package @jest/globals only works in Jest's own.
// And it imports a test file with its time of day as the query, with which no editor or debugger knows the file.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: new URL('./jest-globals.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier.replace(/\?\d{13}$/, ''), context),
});
