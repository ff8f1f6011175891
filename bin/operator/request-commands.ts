import * as v from 'valibot';
import { findKey } from '../../src/directory/directory-reads.ts';
import { toRequestView } from '../../src/management-api/request-view.ts';
import { type HistoryRequest, historyPositionSchema, maxPageLength, queryHistory } from '../../src/records/history.ts';
import { outcomes } from '../../src/records/outcome.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { dayMs } from '../../src/time.ts';
import { UsageError } from '../command-errors.ts';
import type { Commands, GivenOptions } from './command.ts';
import { asText, type OutputRow } from './print-rows.ts';

export const requestCommands: Commands = {
  'requests list': {
    args: ['ACCOUNT', 'KEY'],
    options: ['limit', 'outcome', 'method', 'network', 'before'],
    needsPlans: false,
    summary: 'list the requests of a key, newest first',
    run: async ([id = '', keyId = ''], { options, openGateway }) => {
      const page = readPage(options);
      const { directory, records, chains, clock, publicNodes } = await openGateway();
      const key = await findKey(directory, id, keyId);
      const from = clock() - longestHistoryMs;
      const range = { from, to: Number.POSITIVE_INFINITY };
      const history = await queryHistory(records, key.keyId, { ...page, ...range }, chains, clock);
      const { records: found, next, unreadable } = history;
      const nextCursor = next?.requestId ?? null;
      const document = {
        requests: found.map((record) => toRequestView(record, publicNodes)),
        nextCursor,
        historyFrom: new Date(from).toISOString(),
      };
      const notes = [
        ...unreadable.map(({ requestId }) => `The row of request ${requestId} cannot be read.\n`),
        ...(nextCursor ? [`Older requests: --before ${nextCursor}\n`] : []),
      ];
      return { documents: [document], text: [asText(found.map(requestRow)), ...notes].join('') };
    },
  },
};

/** Longer than any plan keeps rows; each row ends with the plan of its time. */
export const longestHistoryMs = 92 * dayMs;

const optionsSchema = v.object({
  limit: v.pipe(
    v.optional(v.pipe(v.string(), v.digits()), '50'),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(maxPageLength),
  ),
  outcome: v.optional(v.picklist(outcomes)),
  method: v.optional(v.string()),
  network: v.optional(v.string()),
  before: v.optional(historyPositionSchema.entries.requestId),
});

type Page = Omit<HistoryRequest, 'from' | 'to'>;

const expected: Readonly<Record<string, string>> = {
  limit: `a whole number from 1 to ${maxPageLength}`,
  outcome: `one of ${outcomes.join(', ')}`,
  before: 'the id of a request',
};

/** @throws {UsageError} */
function readPage(options: GivenOptions): Page {
  const result = v.safeParse(optionsSchema, options);
  if (!result.success) {
    const name = v.getDotPath(result.issues[0]) ?? '';
    throw new UsageError(`--${name} must be ${expected[name]}.`);
  }
  const { before, ...page } = result.output;
  return { ...page, after: before === undefined ? undefined : { requestId: before } };
}

const requestRow = (record: RequestRecord): OutputRow => ({
  at: new Date(record.at).toISOString(),
  request: record.requestId,
  network: record.network,
  status: record.status,
  outcome: record.outcome,
  calls: record.calls.map(({ method = 'none', count }) => (count > 1 ? `${method} ×${count}` : method)).join(', '),
  requests: record.count ?? 1,
  ms: record.durationMs,
  'node ms': record.upstreamMs ?? null,
});
