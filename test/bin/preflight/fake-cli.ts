import type { CliResult, RunCli } from '../../../bin/preflight/aws-call.ts';

/** Answers by the command of the AWS CLI, and where it matters a value of its options: the longest that fits counts. */
export type CliAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Answers like the AWS CLI, also with its texts of errors: `{ "error": "ThrottlingException", "retries": 2 }`. */
export function fakeCli(answers: CliAnswers): { readonly run: RunCli; readonly asked: string[] } {
  const asked: string[] = [];
  const run: RunCli = async (args) => {
    const [service = '', operation = ''] = args;
    asked.push(`${service} ${operation}`);
    const fits = Object.keys(answers).filter((key) => key.split(' ').every((word) => args.includes(word)));
    const key = fits.toSorted((one, other) => other.length - one.length)[0];
    if (key === undefined) throw new Error(`no answer to aws ${args.join(' ')}`);
    return resultOf(operation, answers[key] ?? {});
  };
  return { run, asked };
}

function resultOf(command: string, answer: Readonly<Record<string, unknown>>): CliResult {
  if (answer.error === undefined) return { code: 0, out: JSON.stringify(answer), err: '' };
  const operation = command.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
  const retries = answer.retries === undefined ? '' : ` (reached max retries: ${answer.retries})`;
  const err = `\nAn error occurred (${answer.error}) when calling the ${operation} operation${retries}: refused\n`;
  return { code: 254, out: '', err };
}
