import { describe, expect, test } from '@jest/globals';
import { admissionsOn } from '../support/admissions.ts';
import { startUpstream } from '../upstream/upstream-server.ts';
import { broken, call, healthy, noon, planOf, time } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

const proxy = prepareProxyTests();

describe('the record', () => {
  test('is written before the answer goes out', async () => {
    const upstream = await startUpstream(healthy);
    const written = Promise.withResolvers<void>();
    const requestArrived = Promise.withResolvers<void>();
    const put = () => {
      requestArrived.resolve();
      return written.promise;
    };
    const gateway = proxy.makeGateway({
      tables: { records: { ...proxy.tables.records, put } },
      upstreams: [upstream.url],
    });
    let answered = false;
    const answer = gateway.serve(call(1)).then(() => {
      answered = true;
    });
    await requestArrived.promise;
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    written.resolve();
    await answer;
    expect(answered).toBe(true);
  });

  test('goes to the log if it cannot be written, and the client still gets its answer', async () => {
    const upstream = await startUpstream(healthy);
    const gateway = proxy.makeGateway({ tables: { records: broken(proxy.tables.records) }, upstreams: [upstream.url] });
    const answer = await gateway.serve(call(1));
    expect(answer).toMatchObject({ status: 200, body: '{"jsonrpc":"2.0","result":"ok","id":1}' });
    const requestId = answer.headers['X-Request-Id'];
    expect(gateway.lines).toMatchObject([{ event: 'record_lost', item: { requestId, outcome: 'ok', status: 200 } }]);
  });

  test('has the code of a node’s error, but not its message or data', async () => {
    const error = { code: -32002, message: 'secret words', data: { logs: ['secret words'] } };
    const upstream = await startUpstream((response) => response.end(JSON.stringify({ id: 1, error })));
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    await gateway.serve(call(1));
    const [record] = await gateway.records();
    expect(record?.calls).toEqual([{ method: 'getHealth', outcome: 'rpc_error', errorCode: -32002, count: 1 }]);
    expect(JSON.stringify(record)).not.toContain('secret');
  });

  test('belongs to the day on which the request arrived, and its calls to the second that counted them', async () => {
    time.now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
    const upstream = await startUpstream((response) => {
      time.now += 2_000;
      response.end('{"id":1,"result":1}');
    });
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    await gateway.serve(call(1));
    time.now -= 2_000;
    expect(await gateway.used()).toBe(1);
    const second = Date.UTC(2026, 10, 20, 23, 59, 59) / 1_000;
    expect(await gateway.records()).toMatchObject([{ at: time.now, admittedSecond: second, durationMs: 2_000 }]);
  });

  test('names the second that counted its calls, even if a faster clock had opened it', async () => {
    const upstream = await startUpstream(healthy);
    const plan = planOf(2, 100);
    const gateway = proxy.makeGateway({ upstreams: [upstream.url], plan });
    const ahead = admissionsOn(proxy.tables.admissions, () => time.now + 1_000);
    await ahead.admit(gateway.keyId, () => plan.limits, 1);
    for (let times = 0; times < 3; times += 1) expect((await gateway.serve(call(1))).status).toBe(200);
    const seconds = (await gateway.records()).map(({ admittedSecond }) => Number(admittedSecond) - noon / 1_000 + 0.25);
    expect(seconds.sort()).toEqual([0, 0, 1]);
  });

  test('has no negative durations if the clock is set back', async () => {
    const upstream = await startUpstream((response) => {
      time.now -= 100;
      response.end('{"id":1,"result":1}');
    });
    const gateway = proxy.makeGateway({ upstreams: [upstream.url] });
    await gateway.serve(call(1));
    expect(await gateway.records()).toMatchObject([{ durationMs: 0, upstreamMs: 0 }]);
  });
});
