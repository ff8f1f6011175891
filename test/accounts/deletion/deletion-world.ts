import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { uncheckedSignature } from '../../../packages/cdk-local/iam/unchecked-signature.ts';
import { type ServedPool, servePool } from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import { createRequestLimit, requestBucket } from '../../../src/accounts/account-request-limit.ts';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { renameKey, revokeKey } from '../../../src/keys/change-key.ts';
import { rotateKey } from '../../../src/keys/rotate-key.ts';
import { admissionsKey } from '../../../src/limits/counter-writes.ts';
import { createLog } from '../../../src/log.ts';
import { recordItem } from '../../../src/records/record.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { createDirectory, createScan, type Directory, type ScanTable } from '../../../src/table/directory-table.ts';
import type { Item, Table } from '../../../src/table/item-table.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { dayMs, dayOf, systemClock } from '../../../src/time.ts';
import { revokeToken } from '../../../src/tokens/change-token.ts';
import { createToken } from '../../../src/tokens/create-token.ts';
import { markDueUpdate } from '../../../src/usage/day-items.ts';
import { createLastUsed } from '../../../src/usage/last-used.ts';
import { contributionsOf } from '../../../src/usage/tally-counter.ts';
import { UserDirectory } from '../../../src/users/user-directory.ts';
import { newKey, withSecret } from '../../keys/new-key.ts';
import { byCustomer, customer } from '../../support/change-requests.ts';
import { documentClient, makeTable, makeUsageTable } from '../../support/dynamodb.ts';
import { networkChains, plans } from '../../support/settings.ts';
import { recordOf } from '../../usage/record.ts';

const log = createLog('error');

/** What only the customer's own rows may hold. */
export const privateTexts = (email: string): readonly string[] => [
  email,
  'Ann’s first key',
  'renamed',
  'Ann’s token',
  customer.address ?? '',
];

/** Tables and a user pool with accounts that have been used. */
export class DeletionWorld {
  readonly directory: Directory;
  readonly usage: Table;
  readonly scan: ScanTable;
  readonly users: UserDirectory;
  readonly pool: ServedPool;
  readonly names: Readonly<Record<'directory' | 'usage' | 'records' | 'admissions', string>>;
  readonly #cognito: CognitoIdentityProviderClient;

  private constructor(pool: ServedPool, names: DeletionWorld['names']) {
    this.pool = pool;
    this.names = names;
    this.directory = createDirectory(documentClient(), names.directory);
    this.usage = createSdkTable(documentClient(), names.usage);
    this.scan = createScan(documentClient(), names.directory, 7);
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const signer = uncheckedSignature({ accessKeyId: 'test', region: 'us-east-1', service: 'cognito-idp' });
    this.#cognito = new CognitoIdentityProviderClient({ endpoint: pool.url, region: 'us-east-1', credentials, signer });
    this.users = new UserDirectory(this.#cognito, pool.poolId);
  }

  /** @param served a pool that worlds share */
  static async start(served?: ServedPool): Promise<DeletionWorld> {
    const made = [makeTable(true), makeUsageTable(), makeTable(true), makeTable(false)] as const;
    const [directory, usage, records, admissions] = await Promise.all(made);
    return new DeletionWorld(served ?? (await servePool()), { directory, usage, records, admissions });
  }

  stop(): Promise<void> {
    this.#cognito.destroy();
    return this.pool.stop();
  }

  /** Creates a user and returns the id. */
  async newUser(email: string): Promise<string> {
    const input = { UserPoolId: this.pool.poolId, Username: email, MessageAction: 'SUPPRESS' as const };
    const { User } = await this.#cognito.send(new AdminCreateUserCommand(input));
    return User?.Username ?? '';
  }

  /** A user with an account, keys in every state, activity, usage and history. Returns the secrets, old ones too. */
  async newCustomer(email: string): Promise<{ readonly accountId: string; readonly secrets: readonly string[] }> {
    const accountId = await this.newUser(email);
    const deps = { directory: this.directory, plans, clock: systemClock };
    await registerAccount(deps, { accountId, email, planId: plans.free.id }, customer);
    await createRequestLimit(this.directory, systemClock, log)(accountId, 1, requestBucket);
    const { key, secret } = await newKey(this.directory, accountId, 'Ann’s first key', systemClock);
    const rotated = await withSecret(rotateKey(deps, byCustomer(accountId), key.keyId, 0));
    const idempotency = { key: email, request: 'rotate' };
    const again = await withSecret(rotateKey(deps, byCustomer(accountId, idempotency), key.keyId, 24));
    const other = await newKey(this.directory, accountId, 'other', systemClock);
    await renameKey(deps, byCustomer(accountId), other.key.keyId, 'renamed');
    await revokeKey(deps, byCustomer(accountId), other.key.keyId);
    await this.#createTokens(accountId);
    await this.#useKey(accountId, key.keyId);
    return { accountId, secrets: [secret, rotated.secret, again.secret, other.secret] };
  }

  /** One that works, and a revoked one. */
  async #createTokens(accountId: string): Promise<void> {
    const users = { isPassword: async () => true };
    const deps = { directory: this.directory, clock: systemClock, users, serverClientId: 'none' };
    const asked = { name: 'Ann’s token', permissions: ['read'], days: null } as const;
    await createToken(deps, byCustomer(accountId), asked, 'password');
    const { token } = await createToken(deps, byCustomer(accountId), asked, 'password');
    await revokeToken(deps, byCustomer(accountId), token.tokenId);
  }

  async #useKey(accountId: string, keyId: string): Promise<void> {
    const at = systemClock();
    const record = recordOf({ accountId, keyId, at });
    await createSdkTable(documentClient(), this.names.records).put(recordItem(record, 7));
    const expiresAt = Math.ceil((at + dayMs) / 1_000);
    await createSdkTable(documentClient(), this.names.admissions).put({
      ...admissionsKey(keyId, dayOf(at)),
      expiresAt,
    });
    for (const { pk, sk, amounts } of contributionsOf(record, networkChains)) {
      await this.usage.put({ pk, sk, expiresAt, ...Object.fromEntries(amounts) });
    }
    await this.usage.update(markDueUpdate({ accountId, keyId, day: dayOf(at) }));
    await createLastUsed(this.usage, log).note([record]);
  }

  /** Whether the gateway accepts a secret. */
  async accepts(secret: string): Promise<boolean> {
    const records = createSdkTable(documentClient(), this.names.records);
    const refusals = new RefusalRecords({ records, log, clock: systemClock });
    const deps = { directory: this.directory, plans, refusals, clock: systemClock };
    return (await authorize(secret, 'devnet', deps)) !== undefined;
  }

  /** All rows, each with the name of its table. */
  async rows(): Promise<readonly (Item & { readonly table: string })[]> {
    const tables = Object.entries(this.names).map(async ([table, TableName]) => {
      const { Items = [] } = await documentClient().send(new ScanCommand({ TableName, ConsistentRead: true }));
      return Items.map((item) => ({ ...item, table }));
    });
    return (await Promise.all(tables)).flat();
  }
}
