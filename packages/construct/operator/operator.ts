import * as v from 'valibot';
import { accountSchema, keySchema, keyWithSecretSchema, usageSchema } from './documents.ts';
import { createRunCommand, type FunctionOptions, type RunCommand } from './invoke-function.ts';
import { commandError, OperatorError } from './operator-error.ts';

export type { Credentials, FunctionOptions } from './invoke-function.ts';
export { OperatorError } from './operator-error.ts';

/** An account, in the shape of the management API. */
export type Account = v.InferOutput<typeof accountSchema>;
/** A key, in the shape of the management API. */
export type Key = v.InferOutput<typeof keySchema>;
/** The calls of 24 hours, in the shape of the management API. */
export type Usage = v.InferOutput<typeof usageSchema>;

/** A key with its new secret, which is shown only now. */
export type KeyWithSecret = v.InferOutput<typeof keyWithSecretSchema>;

/** The operator's commands, in a function of the gateway. Every method throws an {@link OperatorError}. */
export type Operator = {
  readonly accounts: {
    /** All accounts, page by page. */
    list(): AsyncGenerator<Account>;
    /** @param account its id or address */
    show(account: string): Promise<Account>;
    /** Creates the user, who gets an invitation by email, and the account. An existing account is `refused`. */
    create(email: string, options?: { readonly plan?: string | undefined }): Promise<Account>;
    changePlan(account: string, plan: string): Promise<Account>;
    suspend(account: string): Promise<Account>;
    resume(account: string): Promise<Account>;
    usage(account: string): Promise<Usage>;
  };
  /** Of an account, by its id. */
  readonly keys: {
    list(accountId: string): Promise<Key[]>;
    show(accountId: string, keyId: string): Promise<Key>;
    create(accountId: string, name: string): Promise<KeyWithSecret>;
    /** @param options.graceHours for which the previous secret keeps working. Default: 0 */
    rotate(accountId: string, keyId: string, options?: { readonly graceHours?: number }): Promise<KeyWithSecret>;
    revoke(accountId: string, keyId: string): Promise<Key>;
    usage(accountId: string, keyId: string): Promise<Usage>;
  };
  /**
   * Runs any command, and returns the documents that it prints with `--json` (docs/cli.md, "Output").
   * @param args as they are typed, word by word: `['requests', 'list', accountId, keyId]`
   * @param input standard input
   */
  run(args: readonly string[], input?: string): Promise<unknown[]>;
};

const pageLength = '1000';

/** @throws {OperatorError} for something that is not the name of a function */
export function createOperator(options: FunctionOptions): Operator {
  const runCommand = createRunCommand(options);
  const run: Operator['run'] = async (args, input) => (await documentsOf(runCommand, args, input)).documents;
  const one = async <S extends v.GenericSchema>(schema: S, ...words: Words): Promise<v.InferOutput<S>> =>
    parsed(schema, (await run(toArgs(...words)))[0]);
  const account = (command: string, ...words: [string[], string[]?]) =>
    one(accountSchema, `accounts ${command}`, ...words);
  const key = (command: string, ...given: string[]) => one(keySchema, `keys ${command}`, given);
  return {
    run,
    accounts: {
      list: () => listAccounts(runCommand),
      show: (id) => account('show', [id]),
      create: (email, { plan } = {}) => account('create', [email], plan === undefined ? [] : [`--plan=${plan}`]),
      changePlan: (id, plan) => account('change-plan', [id, plan]),
      suspend: (id) => account('suspend', [id]),
      resume: (id) => account('resume', [id]),
      usage: (id) => one(usageSchema, 'accounts usage', [id]),
    },
    keys: {
      list: async (accountId) => (await run(toArgs('keys list', [accountId]))).map((each) => parsed(keySchema, each)),
      show: (accountId, keyId) => key('show', accountId, keyId),
      create: (accountId, name) => one(keyWithSecretSchema, 'keys create', [accountId, name]),
      rotate: (accountId, keyId, { graceHours = 0 } = {}) =>
        one(keyWithSecretSchema, 'keys rotate', [accountId, keyId], [`--grace-hours=${graceHours}`]),
      revoke: (accountId, keyId) => key('revoke', accountId, keyId),
      usage: (accountId, keyId) => one(usageSchema, 'keys usage', [accountId, keyId]),
    },
  };
}

/** A command, its arguments and its options. */
type Words = [command: string, args: string[], options?: string[]];

/** After `--`, an argument that begins with a dash, such as a customer's name for a key, is no option. */
const toArgs = (...[command, args, options = []]: Words): string[] => [
  ...command.split(' '),
  ...options,
  '--',
  ...args,
];

async function* listAccounts(runCommand: RunCommand): AsyncGenerator<Account> {
  let after: string[] = [];
  do {
    const { documents, next } = await documentsOf(runCommand, ['accounts', 'list', '--limit', pageLength, ...after]);
    for (const document of documents) yield parsed(accountSchema, document);
    after = next === undefined ? [] : ['--after', next];
  } while (after.length > 0);
}

async function documentsOf(runCommand: RunCommand, args: readonly string[], input?: string) {
  const command = { args: ['--json', ...args], ...(input !== undefined && { input }) };
  const { exitCode, out, err, next } = await runCommand(command);
  if (exitCode !== 0) throw commandError(exitCode, err);
  const documents: unknown[] = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return { documents, next };
}

function parsed<S extends v.GenericSchema>(schema: S, document: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, document);
  if (result.success) return result.output;
  throw new OperatorError(
    'failed',
    `The function's answer is not of this version of sluice-cdk: ${v.getDotPath(result.issues[0]) ?? 'it is empty'}. The ` +
      'command has run. Install the version that is deployed.',
  );
}
