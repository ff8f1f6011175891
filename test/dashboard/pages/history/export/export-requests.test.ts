import { describe, expect, test } from '@jest/globals';
import type { RecordedRequest } from '../../../../../dashboard/api/api.ts';
import { mostRequests } from '../../../../../dashboard/export/most-requests.ts';
import { type ExportProgress, exportRequests } from '../../../../../dashboard/pages/history/export/export-requests.ts';
import { requestColumns } from '../../../../../src/management-api/schemas/request-schema.ts';
import { effort } from '../../../../support/effort.ts';

const request = (index: number): RecordedRequest => ({
  requestId: `id-${index}`,
  keyId: 'key_1',
  at: new Date(Date.UTC(2026, 10, 20) - index * 1_000).toISOString(),
  network: 'mainnet',
  outcome: 'rpc_error',
  status: 200,
  calls: [{ method: '=getSlot', outcome: 'rpc_error', errorCode: -32602, count: 1 }],
  count: 1,
  durationMs: 5,
  upstreamMs: 2,
  requestBytes: 40,
  responseBytes: 50,
  tries: [
    { node: 'Node 2', end: 'failed', calls: 1 },
    { node: null, end: 'answered', calls: 1 },
  ],
  countedAt: '2026-11-20T00:00:00.000Z',
  countedCalls: 1,
});
const requests = (count: number, from = 0) => Array.from({ length: count }, (_, index) => request(from + index));

async function* pages(...lists: readonly RecordedRequest[][]) {
  yield* lists;
}
const ignore = () => undefined;

/** How many requests a full export holds. */
const most = effort(200, mostRequests);

describe('an export of requests', () => {
  test('has every request of every page, also after an empty one, as JSON', async () => {
    const { file, ...result } = await exportRequests(pages(requests(2), [], requests(1, 2)), 'json', ignore);
    expect(JSON.parse(await file.text())).toEqual(requests(3));
    expect(file.type).toBe('application/json');
    expect(result).toEqual({ requests: 3, backTo: request(2).at, isComplete: true });
  });

  test('has a row for each request as CSV, with the error code as a number and no formula', async () => {
    const { file } = await exportRequests(pages(requests(1), requests(1, 1)), 'csv', ignore);
    const [head, ...rows] = (await file.text()).split('\r\n');
    expect(head).toBe(Object.keys(requestColumns).join(','));
    expect(rows).toEqual([
      "id-0,key_1,2026-11-20T00:00:00.000Z,mainnet,rpc_error,200,1,1,'=getSlot,-32602,5,2,40,50,Node 2 failed > Former node answered,2026-11-20T00:00:00.000Z,1",
      "id-1,key_1,2026-11-19T23:59:59.000Z,mainnet,rpc_error,200,1,1,'=getSlot,-32602,5,2,40,50,Node 2 failed > Former node answered,2026-11-20T00:00:00.000Z,1",
      '',
    ]);
  });

  test('is a valid file if nothing matches', async () => {
    const json = await exportRequests(pages([]), 'json', ignore);
    expect(JSON.parse(await json.file.text())).toEqual([]);
    expect(json).toMatchObject({ requests: 0, backTo: undefined, isComplete: true });
    const csv = await exportRequests(pages([]), 'csv', ignore);
    expect(await csv.file.text()).toBe(`${Object.keys(requestColumns).join(',')}\r\n`);
  });

  test('tells how far it is after each page', async () => {
    const progress: ExportProgress[] = [];
    await exportRequests(pages(requests(2), [], requests(1, 2)), 'csv', (step) => progress.push(step));
    expect(progress).toEqual([
      { requests: 2, backTo: request(1).at },
      { requests: 2, backTo: request(1).at },
      { requests: 3, backTo: request(2).at },
    ]);
  });

  test('stops at the most that it holds, reads no further, and says so', async () => {
    let read = 0;
    async function* long() {
      for (; read < 5; read += 1) yield requests(most * 0.4);
    }
    const { file, ...result } = await exportRequests(long(), 'json', ignore, most);
    expect(JSON.parse(await file.text())).toHaveLength(most);
    expect(result).toMatchObject({ requests: most, isComplete: false });
    expect(read).toBe(2);
  });

  test('holds 100,000 requests unless it is told otherwise, as docs/dashboard.md says', async () => {
    const [row] = requests(1);
    const full = Array.from({ length: 100_000 }, () => row ?? request(0));
    expect(await exportRequests(pages(full), 'csv', ignore)).toMatchObject({ requests: 100_000, isComplete: true });
    const more = await exportRequests(pages(full, requests(1)), 'csv', ignore);
    expect(more).toMatchObject({ requests: 100_000, isComplete: false });
  });

  test('is complete if it has exactly the most that it holds', async () => {
    const full = pages(requests(most / 2), requests(most / 2));
    expect(await exportRequests(full, 'csv', ignore, most)).toMatchObject({ requests: most, isComplete: true });
  });

  test('fails without a file if a page cannot be read', async () => {
    async function* failing() {
      yield requests(1);
      throw new Error('lost');
    }
    await expect(exportRequests(failing(), 'csv', ignore)).rejects.toThrow('lost');
  });
});
