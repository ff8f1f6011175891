import { parseArgs } from 'node:util';
import { loadSettings } from '../lib/settings/load-settings.ts';
import { registerAccount } from '../src/accounts/accounts.ts';
import { ensureKey } from '../src/keys/create-key.ts';
import { Plans } from '../src/plans.ts';
import { hasHiddenCharacters } from '../src/schema.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { errorLine } from './command-errors.ts';
import { localAccess } from './local-access.ts';

const help = `Creates an account and a key if they do not exist.

  npm run seed -- --table NAME [options]

  --table NAME      Directory table (the stack output DirectoryTable)
  --account ID      account id                            (default: demo)
  --email ADDRESS   e-mail address of the account         (default: ID@example.com)
  --plan PLAN       plan of a new account                 (default: the free plan)
  --config PATH     the settings with the plans           (default: sluice.config.ts)
  --key NAME        name of the key                       (default: default)
  --endpoint URL    DynamoDB endpoint, for example DynamoDB Local   (default: AWS)
  --json            print one line of JSON

Uses the AWS credentials and region of the environment, like the AWS CLI. Prints the secret of a new key, which cannot be
shown again. Running it again with the same names changes nothing and prints no secret.
`;

const options = {
  table: { type: 'string' },
  account: { type: 'string', default: 'demo' },
  email: { type: 'string' },
  plan: { type: 'string' },
  config: { type: 'string' },
  key: { type: 'string', default: 'default' },
  endpoint: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function seed(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(help);
  if (!values.table) throw new Error('Set --table to the Directory table; see --help.');
  const { account: accountId, email = `${values.account}@example.com`, plan: planId, endpoint } = values;
  if (endpoint && !/^https?:/.test(endpoint))
    throw new Error('--endpoint must be a URL, for example http://127.0.0.1:8000.');
  if (hasHiddenCharacters(accountId + email))
    throw new Error('--account or --email contains an invisible character. Remove it.');
  const plans = new Plans((await loadSettings({ file: values.config, stage: 'dev' })).plans);
  const plan = planId === undefined ? plans.free : plans.choose(planId, 'operator');
  const client = connectDynamoDb(endpoint ? { endpoint, ...localAccess } : {});
  const directory = createDirectory(client, values.table);
  await registerAccount(directory, { accountId, email, planId: plan.id }, systemClock);
  const deps = { directory, plans, clock: systemClock, readCalls: unknownCalls };
  const { key, secret } = await ensureKey(deps, accountId, { name: values.key });
  const result = { accountId, keyId: key.keyId, secret };
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : report(result));
}

// This command reads only the Directory, but the calls made in a used slot are in Admissions.
const unknownCalls = async () => {
  throw new Error(
    'All key slots of today have been used. Create the key in the dashboard, or run this again after midnight UTC.',
  );
};

const report = ({ accountId, keyId, secret }: { accountId: string; keyId: string; secret: string | null }): string =>
  secret
    ? `Account ${accountId}\nKey     ${keyId}\nSecret  ${secret}\n\nSave the secret now: it cannot be shown again.\n`
    : `Account ${accountId}\nKey     ${keyId} already exists; its secret cannot be shown again.\n`;

try {
  await seed();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
