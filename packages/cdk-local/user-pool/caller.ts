import type { UserPool, UserPoolClient, UserPoolDefinitions } from './properties.ts';
import { Refusal } from './refusal.ts';

/** The client that calls an operation, and its pool. */
export type Caller = { readonly pool: UserPool; readonly client: UserPoolClient };

/**
 * The template's client of that id.
 * @throws {Refusal} ResourceNotFoundException
 */
export function callerOf({ pools, clients }: UserPoolDefinitions, clientId: string): Caller {
  const client = clients.find(({ id }) => id === clientId);
  const pool = pools.find(({ id }) => id === client?.UserPoolId);
  if (client && pool) return { client, pool };
  throw new Refusal('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}
