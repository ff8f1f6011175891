import * as v from 'valibot';

/** A call that only reads: a command of the AWS CLI, and what is read of its answer. */
type AwsCall<Read = unknown> = {
  /** Such as `lambda get-account-settings`. */
  readonly command: string;
  /** The IAM action; null if every caller has it. */
  readonly permission: string | null;
  readonly answer: v.GenericSchema<unknown, Read>;
  /** The codes of errors by which the service says that there is nothing. */
  readonly absent: readonly string[];
};

/** @param entries what is read of the answer @param absent by which errors the service says that there is nothing */
export const awsCall = <Entries extends v.ObjectEntries>(
  command: string,
  permission: string | null,
  entries: Entries,
  ...absent: readonly string[]
): AwsCall<v.InferOutput<v.ObjectSchema<Entries, undefined>>> => ({
  command,
  permission,
  answer: v.object(entries),
  absent,
});

/** @param parameters by the names of the CLI's options, without the dashes */
export type Ask = <Read>(
  call: AwsCall<Read>,
  parameters?: Readonly<Record<string, string | readonly string[]>>,
  region?: string,
) => Promise<Read | undefined>;

/** AWS answered with an error, or not at all. */
export class AwsAnswerError extends Error {
  override readonly name = 'AwsAnswerError';
  /** AWS's name of the error, such as `ThrottlingException`; `no_answer` without one, `unexpected_answer` for another form. */
  readonly code: string;
  readonly permission: string | null;

  constructor(code: string, message: string, permission: string | null) {
    super(message);
    this.code = code;
    this.permission = permission;
  }

  get isRefusal(): boolean {
    return /^(AccessDenied(Exception)?|NotAuthorized(Exception)?|UnauthorizedOperation|AuthorizationError)$/.test(
      this.code,
    );
  }
}

/** The output of the AWS CLI, and its exit code. */
export type CliResult = { readonly code: number; readonly out: string; readonly err: string };

/** Runs the AWS CLI with these arguments. */
export type RunCli = (args: readonly string[]) => Promise<CliResult>;

/** Asks by the AWS CLI, which finds the credentials where the CDK does. */
export const createAsk =
  (run: RunCli, home: string): Ask =>
  async (call, parameters = {}, region = home) => {
    const options = Object.entries(parameters).flatMap(([name, value]) => [`--${name}`, ...[value].flat()]);
    const result = await run([...call.command.split(' '), ...options, '--region', region, '--output', 'json']);
    if (result.code === 0) return parsed(call, result.out);
    const [, code = 'no_answer', message = result.err.trim()] =
      /An error occurred \((\w[\w.]*)\) when calling the \w+ operation(?: \([^)]*\))?: ([\s\S]*)/.exec(result.err) ??
      [];
    if (call.absent.includes(code)) return undefined;
    throw new AwsAnswerError(code, message.trim().split('\n')[0] ?? '', call.permission);
  };

function parsed<Read>({ answer, command, permission }: AwsCall<Read>, out: string): Read {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), out);
  if (read.success) return read.output;
  throw new AwsAnswerError(
    'unexpected_answer',
    `The answer of "aws ${command}" has another form than expected.`,
    permission,
  );
}
