import { text } from 'node:stream/consumers';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount, findKey } from '../../src/directory/directory-reads.ts';
import { refusalOf } from '../../src/keys/authorize.ts';
import { type FoundSecret, findSecret } from '../../src/keys/find-secret.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { UsageError } from '../command-errors.ts';
import { accountView, planName } from './account-output.ts';
import type { CommandContext, CommandResult } from './command.ts';
import { keyRow, readKeyView } from './key-output.ts';
import { asFields } from './print-rows.ts';

/**
 * Shows the account and the key of a secret, and why it would be refused now. The secret is not an argument, because the
 * shell's history and the list of processes show arguments.
 * @throws {UsageError} without a secret @throws {SecretNotFoundError}
 */
export async function showFoundSecret({ input, warn, openGateway }: CommandContext): Promise<CommandResult> {
  if (input.isTTY) warn('Paste the secret, then press Enter and Ctrl-D.\n');
  const secret = (await text(input)).trim();
  if (secret === '') throw new UsageError('Standard input is empty. Send the secret: … keys find < FILE.');
  const gateway = await openGateway();
  const found = await findSecret(gateway.directory, secret);
  const [account, key] = await Promise.all([
    findAccount(gateway.directory, found.accountId),
    findKey(gateway.directory, found.accountId, found.keyId),
  ]);
  const view = await readKeyView(gateway, account, key);
  const { calls, limits } = view;
  const isUsedUp = calls !== null && limits !== null && calls.today >= limits.callsPerDay;
  const refusedAs = refusalOf(found, gateway.clock(), gateway) ?? (isUsedUp ? 'quota_exceeded' : null);
  const row = {
    account: account.accountId,
    email: account.email,
    plan: planName(gateway, account),
    'account is': account.state,
    ...keyRow(view, key),
    secret: `${secretName(found, key)} ${secretState(found)}`,
    'refused as': refusedAs,
    ...(refusedAs && { because: reasonOf(refusedAs, account) }),
  };
  return { documents: [{ account: accountView(gateway, account), key: view, refusedAs }], text: asFields(row) };
}

const secretName = ({ hash }: FoundSecret, { secrets }: Awaited<ReturnType<typeof findKey>>): string =>
  `${secrets.find((one) => one.hash === hash)?.firstCharacters ?? ''}…`.trim();

function secretState({ state, expiresAt }: FoundSecret): string {
  if (state !== 'active') return state;
  return expiresAt === undefined ? 'newest' : `works until ${new Date(expiresAt).toISOString()}`;
}

function reasonOf(outcome: Outcome, { state, planId }: Account): string {
  switch (outcome) {
    case 'key_revoked':
      return 'the key is revoked';
    case 'key_expired':
      return 'the key was rotated, and this secret no longer works';
    case 'plan_inactive':
      return state === 'suspended' ? 'the account is suspended' : `the plan ${planId} is not in the settings`;
    default:
      return 'the key has used all calls of this UTC day';
  }
}
