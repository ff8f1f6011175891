import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { UserPool, UserPoolClient, UserPoolDefinitions } from './properties.ts';

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Users: v.optional(v.record(v.string(), v.unknown()), {}) }),
);

/** Where cognito-local keeps its files under the user pools' folder. */
export const databaseIn = (folder: string): string => join(folder, '.cognito', 'db');

/**
 * Writes what cognito-local reads when it starts: the pools and their clients as the template has them (cognito-local's
 * README, "User Pools and Clients"). Users that are stored already stay.
 */
export function writeFiles(folder: string, { pools, clients }: UserPoolDefinitions): void {
  const database = databaseIn(folder);
  mkdirSync(database, { recursive: true, mode: 0o700 });
  for (const pool of pools) {
    const file = join(database, `${pool.id}.json`);
    write(file, { Users: usersIn(file), Options: optionsOf(pool) });
  }
  write(join(database, 'clients.json'), { Clients: Object.fromEntries(clients.map((it) => [it.id, clientOf(it)])) });
}

const write = (file: string, content: object): void => writeFileSync(file, JSON.stringify(content), { mode: 0o600 });

const usersIn = (file: string) => (existsSync(file) ? v.parse(stored, readFileSync(file, 'utf8')).Users : {});

const optionsOf = ({ id, Policies, UserAttributeUpdateSettings, ...pool }: UserPool) => ({
  Id: id,
  AutoVerifiedAttributes: pool.AutoVerifiedAttributes,
  MfaConfiguration: pool.MfaConfiguration,
  Policies,
  UsernameAttributes: pool.UsernameAttributes,
  UserAttributeUpdateSettings,
});

const clientOf = ({ id, UserPoolId }: UserPoolClient) => ({ ClientId: id, ClientName: id, UserPoolId });
