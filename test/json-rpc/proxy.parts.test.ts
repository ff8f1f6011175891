import { expect, test } from '@jest/globals';
import type { Upstream } from '../../src/network.ts';
import type { Table } from '../../src/table/item-table.ts';
import { startUpstream } from '../upstream/upstream-server.ts';
import { call, healthy, planOf } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

/** A table that counts its requests by their kind. */
function counted(table: Table): { readonly table: Table; readonly requests: Record<string, number> } {
  const requests: Record<string, number> = {};
  const count = <T>(kind: string, answer: T): T => {
    requests[kind] = (requests[kind] ?? 0) + 1;
    return answer;
  };
  return {
    requests,
    table: {
      ...table,
      get: (key, consistency) => count('get', table.get(key, consistency)),
      put: (item, condition) => count('put', table.put(item, condition)),
      update: (request) => count('update', table.update(request)),
    },
  };
}

/** What a batch over these nodes costs at the tables, and how many nodes got a part of it. */
async function requestsFor(served: readonly Omit<Upstream, 'url'>[]) {
  const nodes = await Promise.all(served.map(() => startUpstream(healthy)));
  const devnet = nodes.map(({ url }, index) => ({ ...served[index], url }));
  const [admissions, records] = [counted(proxy.tables.admissions), counted(proxy.tables.records)];
  const gateway = proxy.makeGateway({
    plan: planOf(100, 1_000),
    tables: { admissions: admissions.table, records: records.table },
    forwarder: { upstreams: { devnet } },
  });
  const methods = ['getBalance', 'getBlock', 'getSlot', 'sendTransaction', 'getAccountInfo'];
  const batch = `[${methods.map((method, id) => call(id, method)).join(',')}]`;
  expect((await gateway.serve(batch)).status).toBe(200);
  const requests = { admissions: admissions.requests, records: records.requests };
  return { parts: nodes.filter(({ received }) => received.length > 0).length, requests };
}

test('a batch costs one write of the counters and one record, however many nodes answer it', async () => {
  const whole = await requestsFor([{}]);
  const split = await requestsFor([
    { methods: ['accounts'] },
    { methods: ['history'] },
    { exceptMethods: ['accounts', 'history'] },
  ]);
  expect([whole.parts, split.parts]).toEqual([1, 3]);
  expect(whole.requests).toEqual({ admissions: { update: 1 }, records: { put: 1 } });
  expect(split.requests).toEqual(whole.requests);
});
