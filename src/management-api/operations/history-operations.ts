import * as v from 'valibot';
import { findKey } from '../../directory/directory-reads.ts';
import { findRecord, maxPageRows, queryHistory } from '../../records/history.ts';
import { type HistoryOwner, maxKeysOfDay, queryAccountHistory } from '../../usage/account-history.ts';
import { analyzeRequests } from '../../usage/request-analysis.ts';
import {
  historyDescription,
  historyQuery,
  historySchema,
  historyStart,
  loadHistory,
  loadRecords,
  requestViewer,
} from '../history-page.ts';
import { isUnfiltered, searchTokens } from '../history-tokens.ts';
import { type OperationContext, operation } from '../operation.ts';
import { RefusedError } from '../problems.ts';
import { analysisSchema, toAnalysisView } from '../schemas/analysis-schema.ts';
import { idParameter, keyPathSchema } from '../schemas/field-schemas.ts';
import { keyIdsParameter } from '../schemas/list-parameters.ts';
import { requestSchema } from '../schemas/request-schema.ts';

const { from, to, method, network, cursor } = historyQuery.entries;

export const listRequests = operation({
  id: 'listRequests',
  summary: 'List the requests of a key, newest first',
  description: historyDescription,
  request: { path: keyPathSchema, query: historyQuery },
  responses: { 200: historySchema },
  csv: true,
  needsLeast: isUnfiltered,
  problems: ['invalid_cursor', 'invalid_range', 'beyond_retention', 'key_not_found'],
  handle: async ({ path, query }, context) => {
    const { account, deps } = context;
    const { keyId } = await findKey(deps.directory, account.accountId, path.keyId);
    return loadHistory(['listRequests', account.accountId, keyId], query, context, (request) =>
      queryHistory(deps.records, keyId, request, deps.chains, deps.clock),
    );
  },
});

export const listAccountRequests = operation({
  id: 'listAccountRequests',
  summary: 'List the requests of all your keys, including revoked keys, or of some keys, newest first',
  description:
    `${historyDescription} Requests of a revoked key appear when its first call of the day is in the usage. A range with ` +
    `a day on which more than ${maxKeysOfDay} keys had calls is refused.`,
  request: { query: v.strictObject({ keys: keyIdsParameter, ...historyQuery.entries }) },
  responses: { 200: historySchema },
  csv: true,
  needsLeast: isUnfiltered,
  problems: ['invalid_cursor', 'invalid_range', 'beyond_retention', 'key_not_found'],
  handle: async ({ query: { keys = [], ...query } }, context) => {
    const { account, deps } = context;
    const owner = await ownerOf(keys, context);
    return loadHistory(['listAccountRequests', account.accountId, ...keys], query, context, (request) =>
      queryAccountHistory(deps, owner, request),
    );
  },
});

export const analyzeAccountRequests = operation({
  id: 'analyzeRequests',
  summary: 'Get the latency of each method, and the slowest and the largest requests',
  description:
    `Reads the requests of a range, newest first: up to ${maxPageRows.toLocaleString('en-US')} of them. \`from\` and \`to\` of the response say ` +
    'which part of the range its figures cover, and `nextCursor` leads to the part before. To combine parts, add up their ' +
    'numbers and `latencies`. Requests show as in `GET /v1/requests`.',
  request: { query: v.strictObject({ keys: keyIdsParameter, from, to, method, network, cursor }) },
  responses: { 200: analysisSchema },
  problems: ['invalid_cursor', 'invalid_range', 'beyond_retention', 'key_not_found'],
  handle: async ({ query: { keys = [], ...query } }, context) => {
    const { account, deps } = context;
    const owner = await ownerOf(keys, context);
    const scope = ['analyzeRequests', account.accountId, ...keys];
    const { records, read, ...part } = await loadRecords(scope, { ...query, limit: maxPageRows }, context, (request) =>
      queryAccountHistory(deps, owner, request),
    );
    const analysis = analyzeRequests(records, query.method, deps.chains);
    const body = toAnalysisView(analysis, part, requestViewer(context));
    return { status: 200, body, tokens: searchTokens(read) };
  },
});

/** @throws {KeyNotFoundError} unless all keys are the account's */
async function ownerOf(keyIds: readonly string[], { account, deps }: OperationContext): Promise<HistoryOwner> {
  const { accountId, activeKeys } = account;
  if (keyIds.length === 0) return { accountId, activeKeyIds: activeKeys };
  await Promise.all(keyIds.map((keyId) => findKey(deps.directory, accountId, keyId)));
  return { accountId, keyIds };
}

export const getRequest = operation({
  id: 'getRequest',
  summary: 'Get one request of the history',
  request: { path: v.object({ ...keyPathSchema.entries, requestId: idParameter }) },
  responses: { 200: requestSchema },
  problems: ['key_not_found', 'request_not_found'],
  handle: async ({ path }, context) => {
    const { account, deps } = context;
    const { keyId } = await findKey(deps.directory, account.accountId, path.keyId);
    const record = await findRecord(deps.records, keyId, path.requestId, deps.clock);
    if (!record || record.at < historyStart(context)) {
      throw new RefusedError('request_not_found', 'The history of this key has no request with this id.');
    }
    return { status: 200, body: requestViewer(context)(record) };
  },
});
