import type { ChangeRequest } from '../../src/directory/change-account.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import { findAccount, findKey, listKeys } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { UsageError } from '../command-errors.ts';
import type { Commands } from './command.ts';
import { findAccountId } from './find-account.ts';
import { showFoundSecret } from './find-key.ts';
import { showKeys, showSecret } from './key-output.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { showUsage } from './usage-output.ts';

export const keyCommands: Commands = {
  'keys list': {
    args: ['ACCOUNT'],
    summary: 'list the keys of an account, including revoked keys',
    run: async ([id = ''], { openGateway }) => {
      const gateway = await openGateway();
      const account = await accountNamed(gateway, id);
      return showKeys(gateway, account, await listKeys(gateway.directory, account.accountId));
    },
  },
  'keys show': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'show a key',
    run: async ([id = '', keyId = ''], { openGateway }) => {
      const gateway = await openGateway();
      const account = await accountNamed(gateway, id);
      return showKeys(gateway, account, [await findKey(gateway.directory, account.accountId, keyId)]);
    },
  },
  'keys find': {
    args: [],
    summary: 'find the key of a secret, which is read from standard input',
    run: (_, context) => showFoundSecret(context),
  },
  'keys create': {
    args: ['ACCOUNT', 'NAME'],
    summary: 'create a key and show its secret, only this once',
    run: async ([id = '', name = ''], { openGateway }) => {
      const gateway = await openGateway();
      const account = await accountNamed(gateway, id);
      return showSecret(gateway, account, await createKey(gateway, changeOf(gateway, account), { name }));
    },
  },
  'keys rotate': {
    args: ['ACCOUNT', 'KEY'],
    options: ['grace-hours'],
    needsPlans: false,
    summary: 'replace the secret of a key and show the new one, only this once',
    run: async ([id = '', keyId = ''], { options, openGateway }) => {
      const graceHours = wholeNumber(options['grace-hours'] ?? '0', 'grace-hours');
      const gateway = await openGateway();
      const account = await accountNamed(gateway, id);
      return showSecret(gateway, account, await rotateKey(gateway, changeOf(gateway, account), keyId, graceHours));
    },
  },
  'keys revoke': {
    args: ['ACCOUNT', 'KEY'],
    needsPlans: false,
    summary: 'revoke a key permanently, from its next request',
    run: async ([id = '', keyId = ''], { openGateway }) => {
      const gateway = await openGateway();
      const account = await accountNamed(gateway, id);
      return showKeys(gateway, account, [await revokeKey(gateway, changeOf(gateway, account), keyId)]);
    },
  },
  'keys usage': {
    args: ['ACCOUNT', 'KEY'],
    needsPlans: false,
    summary: 'show the calls of a key in the last 24 hours',
    run: async ([id = '', keyId = ''], { openGateway }) => {
      const gateway = await openGateway();
      const { accountId } = await accountNamed(gateway, id);
      const key = await findKey(gateway.directory, accountId, keyId);
      return showUsage(gateway, key);
    },
  },
};

const accountNamed = async (gateway: OperatorGateway, idOrEmail: string): Promise<Account> =>
  findAccount(gateway.directory, await findAccountId(gateway, idOrEmail));

const changeOf = ({ origin }: OperatorGateway, { accountId }: Account): ChangeRequest => ({ accountId, origin });

/** @throws {UsageError} */
function wholeNumber(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} must be a whole number, not ${text}.`);
}
