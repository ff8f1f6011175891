import { text } from 'node:stream/consumers';
import type { Account } from '../../src/directory/directory-items.ts';
import { choosePlan } from '../../src/plans.ts';
import { AddressTakenError } from '../../src/users/user-errors.ts';
import { exitCodeOf, exitCodes, UsageError } from '../command-errors.ts';
import type { CommandContext, CommandResult, Commands } from './command.ts';
import { findOwner, planOf } from './create-account.ts';
import { type ImportRow, readImportFile } from './import-file.ts';
import { createPreview, createWrites, type ImportWrites, type RowResult } from './import-writes.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText } from './print-rows.ts';

export const importCommands: Commands = {
  'keys import': {
    args: [],
    options: ['dry-run', 'invite'],
    summary: 'import keys that exist elsewhere: CSV from standard input (docs/usage-plans.md)',
    run: (_, context) => importKeys(context),
  },
};

type ImportResult = RowResult & Pick<ImportRow, 'line' | 'email' | 'name'> & { readonly problem: string | null };

/**
 * Imports the keys of a file, one after the other. A repetition changes nothing that is done, so a run that was cut is
 * continued by running it again.
 */
async function importKeys({
  input,
  options,
  warn,
  openGateway,
  gatewaySettings,
}: CommandContext): Promise<CommandResult> {
  if (input.isTTY) throw new UsageError('Send the file: … keys import < keys.csv.');
  const rows = readImportFile(await text(input));
  const { importedKeys } = await gatewaySettings();
  if (!importedKeys) warn('Warning: the setting importedKeys is off. Imported keys are refused until it is on.\n');
  const gateway = await openGateway();
  // A plan that does not exist stops the import before anything is created.
  for (const { plan } of rows) if (plan !== '') choosePlan(gateway.plans, plan, 'operator');
  const writes = options['dry-run'] ? createPreview(gateway) : createWrites(gateway, options.invite === true);
  const importRow = createImporter(gateway, writes);
  const results: ImportResult[] = [];
  for (const row of rows) results.push(await importRow(row));
  return showResults(results);
}

function createImporter(gateway: OperatorGateway, writes: ImportWrites) {
  // Cognito bills a user for each time that it is asked for one.
  const accounts = new Map<string, Promise<Account>>();
  return async (row: ImportRow): Promise<ImportResult> => {
    const { email, plan, name, sha256: hash, prefix: firstCharacters } = row;
    try {
      const asked = accounts.get(email) ?? findOrCreate(gateway, writes, row);
      accounts.set(email, asked);
      const account = await asked;
      if (plan !== '' && account.planId !== plan) return resultOf(row, 'refused', null, wrongPlan(account, plan));
      const { result, keyId } = await writes.importKey(account, { name, hash, firstCharacters });
      return resultOf(row, result, keyId);
    } catch (error) {
      if (!(error instanceof Error) || !isOfRow(error)) throw error;
      return resultOf(row, 'refused', null, error.message);
    }
  };
}

/** Other errors end the run: they concern every row. */
const isOfRow = (error: Error): boolean =>
  ([exitCodes.usage, exitCodes.refused, exitCodes.notFound] as number[]).includes(exitCodeOf(error));

async function findOrCreate(
  gateway: OperatorGateway,
  writes: ImportWrites,
  row: ImportRow,
  isRetry = false,
): Promise<Account> {
  const { email, plan } = row;
  const { user, account } = await findOwner(gateway, email);
  if (account) return account;
  try {
    return await writes.createAccount({ user, email }, planOf(gateway, plan === '' ? undefined : plan));
  } catch (error) {
    if (isRetry || !(error instanceof AddressTakenError)) throw error;
    // Another import has just created the user.
    return findOrCreate(gateway, writes, row, true);
  }
}

const wrongPlan = ({ accountId, planId }: Account, plan: string): string =>
  `The account ${accountId} is on the plan ${planId} and not on ${plan}. Change it with accounts change-plan.`;

const resultOf = (
  { line, email, name }: ImportRow,
  result: ImportResult['result'],
  keyId: string | null,
  problem: string | null = null,
): ImportResult => ({ line, email, name, result, keyId, problem });

function showResults(results: readonly ImportResult[]): CommandResult {
  const counts = Map.groupBy(results, ({ result }) => result);
  const summary =
    [...counts].map(([result, found]) => `${found.length} ${result}`).join(', ') || 'The file has no keys';
  const refused = counts.get('refused') ?? [];
  const rows = refused.map(({ line, email, name, problem }) => ({ line, email, name, problem }));
  return {
    documents: results,
    text: `${summary}.\n${rows.length > 0 ? asText(rows) : ''}`,
    ...(refused.length > 0 && { exitCode: exitCodes.refused }),
  };
}
