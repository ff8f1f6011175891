import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordItem } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { recordOf } from '../../usage/record.ts';
import { OperatorProgram } from './operator-program.ts';

let program: OperatorProgram;
let keyId: string;
/** Newest first. */
const records: RequestRecord[] = [];

beforeAll(async () => {
  program = await OperatorProgram.start();
  await program.register('acme');
  keyId = (await newKey(program.directory, 'acme', 'first', systemClock)).key.keyId;
  const table = createSdkTable(documentClient(), program.tables.records);
  for (let minutes = 1; minutes <= 5; minutes += 1) {
    const at = systemClock() - minutes * 60_000;
    const outcome = minutes === 4 ? ('rate_limited' as const) : ('ok' as const);
    const calls = [{ method: 'getSlot', outcome, count: minutes }];
    const record = { ...recordOf({ at, requestId: newRequestId(at), keyId, accountId: 'acme' }), outcome, calls };
    await table.put(recordItem(record, 7));
    records.push(record);
  }
});
afterAll(() => program.stop());

const list = (...options: string[]) => program.documents('requests', 'list', 'acme', keyId, ...options);

const idsOf = ({ requests }: { readonly requests: readonly { readonly requestId: string }[] }) =>
  requests.map(({ requestId }) => requestId);

const ids = () => records.map(({ requestId }) => requestId);

describe('requests list', () => {
  test('shows the history of a key, newest first', async () => {
    const [page] = await list();
    expect(idsOf(page)).toEqual(ids());
    expect(page).toMatchObject({ nextCursor: expect.any(String), historyFrom: expect.stringMatching(/Z$/) });
  });

  test('shows page by page, each request once, until no page is left', async () => {
    const found: string[] = [];
    let [page] = await list('--limit', '2');
    for (; page.nextCursor !== null; [page] = await list('--limit', '2', '--before', page.nextCursor)) {
      found.push(...idsOf(page));
    }
    expect([...found, ...idsOf(page)]).toEqual(ids());
    const { out } = await program.run('requests', 'list', 'acme', keyId, '--limit', '2');
    expect(out).toMatch(
      new RegExp(`^at +request .*\\n20.*getSlot .*\\n20.*getSlot ×2 .*\\nOlder requests: --before ${ids()[1]}\\n$`),
    );
  });

  test('filters by outcome, method and network', async () => {
    expect(idsOf((await list('--outcome', 'rate_limited'))[0])).toEqual([ids()[3]]);
    expect(idsOf((await list('--method', 'getBlock'))[0])).toEqual([]);
    expect(idsOf((await list('--network', records[0]?.network ?? ''))[0])).toEqual(ids());
    expect(idsOf((await list('--network', 'nowhere'))[0])).toEqual([]);
  });

  test('refuses a key of another account', async () => {
    await program.register('other');
    expect(await program.run('requests', 'list', 'other', keyId)).toMatchObject({ code: 4, out: '' });
  });
});
