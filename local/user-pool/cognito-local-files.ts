import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { UserPool, UserPoolClient, UserPoolDefinitions } from './properties.ts';

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Users: v.optional(v.record(v.string(), v.unknown()), {}) }),
);

/**
 * Writes what cognito-local reads when it starts in `folder`: its configuration, the pools and their clients as the
 * template has them (cognito-local's README, "Configuration" and "User Pools and Clients"). Users that are stored
 * already stay.
 */
export function writeFiles(folder: string, { pools, clients }: UserPoolDefinitions, region: string): void {
  const database = join(folder, '.cognito', 'db');
  mkdirSync(database, { recursive: true, mode: 0o700 });
  write(join(folder, '.cognito', 'config.json'), {
    // So that tokens say what AWS's would say.
    TokenConfig: { IssuerDomain: issuerDomain(region) },
    ServerConfig: { hostname: '127.0.0.1', port: 0 },
  });
  for (const pool of pools) {
    const file = join(database, `${pool.id}.json`);
    write(file, { Users: usersIn(file), Options: optionsOf(pool) });
  }
  write(join(database, 'clients.json'), { Clients: Object.fromEntries(clients.map((it) => [it.id, clientOf(it)])) });
}

/** The part of a token's issuer before the pool's id. */
export const issuerDomain = (region: string): string => `https://cognito-idp.${region}.amazonaws.com`;

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

const clientOf = ({ id, UserPoolId, TokenValidityUnits, ...client }: UserPoolClient) => ({
  ClientId: id,
  ClientName: id,
  UserPoolId,
  AccessTokenValidity: client.AccessTokenValidity,
  IdTokenValidity: client.IdTokenValidity,
  RefreshTokenValidity: client.RefreshTokenValidity,
  TokenValidityUnits,
});
