import { loadSettings } from '../lib/settings/load-settings.ts';
import { registerAccount } from '../src/accounts/accounts.ts';
import type { Account } from '../src/directory/directory-items.ts';
import { ensureKey } from '../src/keys/create-key.ts';
import { choosePlan, Plans } from '../src/plans.ts';
import { hasHiddenCharacters } from '../src/schema.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { systemClock } from '../src/time.ts';
import { type ExitCode, exitCodeHelp, RefusedCommandError, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, refuseArguments, requireOption } from './command-line.ts';
import { connectTables } from './local-access.ts';

const usage = 'npm run seed -- --table NAME [options]';

const help = `Creates an account and a key if they do not exist.

  ${usage}

  --table NAME      Directory table (the stack output DirectoryTable)
  --account ID      account id                            (default: demo)
  --email ADDRESS   email address of the account         (default: ID@example.com)
  --plan PLAN       plan of a new account                 (default: the free plan)
  --stage NAME      stage of the settings                 (default: dev)
  --config PATH     the settings with the plans           (default: SLUICE_CONFIG, or sluice.config.ts)
  --key NAME        name of the key                       (default: default)
  --endpoint URL    DynamoDB endpoint, for example DynamoDB Local   (default: AWS)
  --json            print one line of JSON

Uses the AWS credentials and region of the environment, like the AWS CLI. Prints the secret of a new key, which cannot be
shown again. Running it again with the same names changes nothing and prints no secret.

${exitCodeHelp}`;

const options = {
  table: { type: 'string' },
  account: { type: 'string', default: 'demo' },
  email: { type: 'string' },
  plan: { type: 'string' },
  stage: { type: 'string', default: 'dev' },
  config: { type: 'string' },
  key: { type: 'string', default: 'default' },
  endpoint: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function seed(): Promise<ExitCode | undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return void process.stdout.write(help);
  refuseArguments(positionals, usage);
  const table = requireOption(values, 'table', usage);
  const { account: accountId, email = `${values.account}@example.com`, plan: planId } = values;
  if (hasHiddenCharacters(accountId + email))
    throw new UsageError('--account or --email contains an invisible character. Remove it.', usage);
  const settings = await loadSettings({ file: values.config, stage: values.stage });
  const plans = new Plans(settings.plans);
  const plan = planId === undefined ? plans.free : choosePlan(plans, planId, 'operator');
  const directory = createDirectory(connectTables(values.endpoint, usage), table);
  const { secretPrefix } = settings;
  const deps = { directory, plans, clock: systemClock, readCalls: unknownCalls, secretPrefix };
  const origin = { by: 'operator' } as const;
  const account = await registerAccount(deps, { accountId, email, planId: plan.id }, origin);
  const { key, secret } = await ensureKey(deps, { accountId, origin }, { name: values.key });
  const result = { accountId, keyId: key.keyId, secret };
  return void process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : report(account, result));
}

// This command reads only the Directory, but the calls made in a used slot are in Admissions.
const unknownCalls = async () => {
  throw new RefusedCommandError(
    'All key slots of today have been used. Create the key in the dashboard, or run this again after midnight UTC.',
  );
};

function report({ accountId, planId }: Account, { keyId, secret }: { keyId: string; secret: string | null }): string {
  const account = `Account ${accountId}\nPlan    ${planId}\nKey     ${keyId}`;
  return secret
    ? `${account}\nSecret  ${secret}\n\nSave the secret now: it cannot be shown again.\n`
    : `${account} already exists; its secret cannot be shown again.\n`;
}

await runProgram(seed);
