/** The group of cases whose answers AWS has not confirmed (unconfirmed.cases.ts). */
export const unconfirmedGroup = 'not confirmed by AWS';

/** A case that has ended, as jest tells its reporters. */
type Case = {
  readonly fullName: string;
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
};

type Results = {
  readonly testResults: readonly { readonly testExecError?: { readonly message: string } | null | undefined }[];
};

/**
 * A reporter for jest: a line for each case as it ends, what went wrong below it, and the sum. Never the key. It sets the
 * exit status: answers that AWS has not confirmed are observations, whatever they are.
 */
export default class Table {
  readonly #count = { passed: 0, failed: 0, observed: 0, different: 0 };

  onRunStart(): void {
    print(`${process.env.SLUICE_URL}\n`);
  }

  onTestCaseResult(_file: unknown, { status, ancestorTitles, title, failureMessages }: Case): void {
    const [, ...parts] = [...ancestorTitles, title];
    const kind = ancestorTitles.includes(unconfirmedGroup) ? observation : confirmed;
    const { word, counter } = kind[status === 'passed' ? 'passed' : 'failed'];
    this.#count[counter] += 1;
    print(`${word.padEnd(9)} ${parts.join(' › ')}`);
    for (const message of failureMessages) print(indented(message));
  }

  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    const broken = testResults.flatMap(({ testExecError }) => testExecError ?? []);
    for (const { message } of broken) print(indented(message));
    const { passed, failed, observed, different } = this.#count;
    print(`\n${passed} passed, ${failed} failed; ${observed + different} observed, ${different} different`);
    if (failed > 0 || broken.length > 0 || passed === 0) process.exitCode = 1;
  }

  getLastError(): undefined {
    return undefined;
  }
}

const confirmed = {
  passed: { word: 'ok', counter: 'passed' },
  failed: { word: 'FAILED', counter: 'failed' },
} as const;

const observation = {
  passed: { word: 'observed', counter: 'observed' },
  failed: { word: 'different', counter: 'different' },
} as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape
const colours = /\u001b\[\d+m/g;

/** What the case expected and got, without the way through jest to it. */
const indented = (message: string): string =>
  message
    .replaceAll(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .map((line) => `          ${line}`)
    .join('\n');

function print(text: string): void {
  process.stdout.write(`${text.replaceAll(process.env.SLUICE_KEY || '\0', 'slc_…')}\n`);
}
