import { parseArgs } from 'node:util';
import { registerAccount } from '../src/accounts/accounts.ts';
import { ensureKey } from '../src/keys/create-key.ts';
import { hasHiddenCharacters } from '../src/schema.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { systemClock } from '../src/time.ts';
import { errorLine } from './command-errors.ts';
import { localAccess } from './local-access.ts';

const help = `Makes an account and a key, if they are not there yet.

  npm run seed -- --table NAME [options]

  --table NAME      the Directory table (the stack's output DirectoryTable)
  --account ID      the account's id                      (default: demo)
  --email ADDRESS   its e-mail address                    (default: ID@example.com)
  --plan PLAN       its plan, when it is made now         (default: free)
  --key NAME        the key's name                        (default: default)
  --endpoint URL    a DynamoDB other than AWS's, like DynamoDB Local
  --json            print one line of JSON

On AWS it uses the credentials and region of the environment, as the AWS CLI does. A key's secret is printed once, when
it is made; running this again with the same names changes nothing and prints no secret.
`;

const options = {
  table: { type: 'string' },
  account: { type: 'string', default: 'demo' },
  email: { type: 'string' },
  plan: { type: 'string' },
  key: { type: 'string', default: 'default' },
  endpoint: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function seed(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(help);
  if (!values.table) throw new Error('Name the Directory table with --table; --help says more.');
  const { account: accountId, email = `${values.account}@example.com`, plan: planId, endpoint } = values;
  if (endpoint && !/^https?:/.test(endpoint)) throw new Error('--endpoint needs a URL, like http://127.0.0.1:8000.');
  if (hasHiddenCharacters(accountId + email))
    throw new Error('--account or --email has an invisible character. Remove it.');
  const client = connectDynamoDb(endpoint ? { endpoint, ...localAccess } : {});
  const directory = createDirectory(client, values.table);
  await registerAccount(directory, { accountId, email, planId }, systemClock);
  const { key, secret } = await ensureKey(directory, accountId, { name: values.key }, systemClock, unknownCalls);
  const result = { accountId, keyId: key.keyId, secret };
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : report(result));
}

// It knows the Directory alone, and a key in a used slot would have to start with the calls that were made there.
const unknownCalls = async () => {
  throw new Error(
    'All key slots of today have been used. Create the key in the dashboard, or run this after midnight UTC.',
  );
};

const report = ({ accountId, keyId, secret }: { accountId: string; keyId: string; secret: string | null }): string =>
  secret
    ? `Account ${accountId}\nKey     ${keyId}\nSecret  ${secret}\n\nKeep the secret: it is not shown again.\n`
    : `Account ${accountId}\nKey     ${keyId} was there already; its secret is not shown again.\n`;

try {
  await seed();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
