/** A case that has ended, as jest tells its reporters. */
type Case = {
  readonly fullName: string;
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
};

type Results = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly testExecError?: { readonly message: string } | null | undefined }[];
};

/** A reporter for jest: a line for each case as it ends, what went wrong below it, and the sum. Never the key. */
export default class Table {
  onRunStart(): void {
    print(`${process.env.SLUICE_URL}\n`);
  }

  onTestCaseResult(_file: unknown, { status, ancestorTitles, title, failureMessages }: Case): void {
    const [, ...parts] = [...ancestorTitles, title];
    print(`${status === 'passed' ? 'ok    ' : 'FAILED'}  ${parts.join(' › ')}`);
    for (const message of failureMessages) print(indented(message));
  }

  onRunComplete(_contexts: unknown, { numPassedTests, numFailedTests, testResults }: Results): void {
    for (const { testExecError } of testResults) if (testExecError) print(indented(testExecError.message));
    print(`\n${numPassedTests} passed, ${numFailedTests} failed`);
  }

  getLastError(): undefined {
    return undefined;
  }
}

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
