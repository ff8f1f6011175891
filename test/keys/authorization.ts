import { authorize, type CallerIdentity } from '../../src/keys/authorize.ts';
import { cacheableAnswer } from '../../src/keys/cacheable-answer.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Clock } from '../../src/time.ts';
import { plans } from '../support/settings.ts';

const log = createLog('error');
const unknownKeys = { count: () => undefined };

/** What two edges of API Gateway keep of the authorizer's answers: the first for ever, the second until each other request. */
const edges = [new Map<string, boolean>(), new Map<string, boolean>()] as const;
let requests = 0;

/** Whether API Gateway lets a request pass, with what it remembers of the authorizer. */
async function passesApiGateway(directory: Directory, secret: string): Promise<boolean> {
  requests += 1;
  const edge = edges[requests % 2 === 0 ? 0 : 1];
  if (requests % 4 === 1) edge.delete(secret);
  const kept = edge.get(secret) ?? (await cacheableAnswer(secret, { directory, unknownKeys, log })).isAuthorized;
  edge.set(secret, kept);
  return kept;
}

/**
 * Returns the caller identity of a secret, as the proxy reads it behind API Gateway, whose cache keeps answers. For a
 * refused one: the outcome in its record, or `unknown` without a record.
 */
export async function authorizationOf(
  directory: Directory,
  secret: string,
  clock: Clock,
): Promise<CallerIdentity | string> {
  if (!(await passesApiGateway(directory, secret))) return 'denied by API Gateway';
  let outcome = 'unknown';
  const records = {
    ...directory,
    put: async (record: Readonly<Record<string, unknown>>) => {
      outcome = String(record.outcome);
    },
  };
  const refusals = new RefusalRecords({ records, clock, log });
  return (await authorize(secret, 'mainnet', { directory, plans, refusals, clock })) ?? outcome;
}
