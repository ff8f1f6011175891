import type { Circus } from '@jest/types';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { readDurations } from './score.ts';

/** Node for the tests of one file, until one fails; a test that takes far longer than without a mutant has failed. */
export default class UntilFailure extends NodeEnvironment {
  readonly #durations: Readonly<Record<string, number>> | undefined;
  #failed = false;

  constructor(...given: ConstructorParameters<typeof NodeEnvironment>) {
    super(...given);
    const [config, context] = given;
    this.#durations = readDurations(config.globalConfig.rootDir)?.[context.testPath];
  }

  handleTestEvent(event: Circus.Event): void {
    if (!this.#durations) return;
    if (event.name === 'test_done') this.#failed ||= event.test.errors.length > 0;
    if (event.name !== 'test_start') return;
    if (this.#failed) event.test.mode = 'skip';
    event.test.timeout = 10_000 + 5 * (this.#durations[fullName(event.test)] ?? 0);
  }
}

function fullName({ name, parent }: Circus.TestEntry | Circus.DescribeBlock): string {
  return parent?.parent ? `${fullName(parent)} ${name}` : name;
}
