import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkBeforeResending } from '../../src/upstream/upstream-failure.ts';
import { stopFullBacklogs } from '../upstream/full-backlog.ts';
import { stopRawUpstreams } from '../upstream/raw-upstream.ts';
import { stopUpstreams } from '../upstream/upstream-server.ts';
import { FailingGateway } from './failing-gateway.ts';
import { laterMeetings, type Ran, type Run, runs, start } from './run-failure.ts';

// The table "When a node fails" of docs/api.md and docs/architecture.md, row by row, over HTTP: a local runtime, whose
// requests each have a network with their own nodes. All run in parallel, because some wait for a call's whole time limit.

/** A read is with the healthy node so soon after the first one's failure shows, in ms. */
const soonMs = 8_000;

/** Proxies that serve several runs, one after another: as many as keep two processors busy. */
const sharedProxies = 3;

const gateway = new FailingGateway();
const results = new Map(runs.map((run) => [run, Promise.withResolvers<Ran>()]));

/** Runs that wait for a call's whole time limit, or whose proxy's clock is set ahead. */
const needsOwnProxy = ({ example }: Run) => example.showsAfterMs === undefined || example.idleMs > 0;

function groupRuns(): readonly (readonly Run[])[] {
  const others = runs.filter((run) => !needsOwnProxy(run));
  const shared = Array.from({ length: sharedProxies }, (_, proxy) =>
    others.filter((_run, index) => index % sharedProxies === proxy),
  );
  return [...runs.filter(needsOwnProxy).map((run) => [run]), ...shared];
}

async function serve(group: readonly Run[]): Promise<void> {
  const proxy = await gateway.startProxy(group);
  for (const run of group) await start(run, proxy).then(results.get(run)?.resolve, results.get(run)?.reject);
  await proxy.stop();
}

let served: Promise<unknown>;

beforeAll(async () => {
  for (const { promise } of results.values()) promise.catch(() => {});
  await gateway.start();
  const fail = (group: readonly Run[]) => (error: unknown) => {
    for (const run of group) results.get(run)?.reject(error);
  };
  served = Promise.all(groupRuns().map((group) => serve(group).catch(fail(group))));
});

afterAll(async () => {
  await served;
  await gateway.stop();
  await Promise.all([stopUpstreams(), stopRawUpstreams(), stopFullBacklogs()]);
});

describe('when a node fails', () => {
  test.each(runs)('$title', async (run) => {
    const one = await results.get(run)?.promise;
    if (!one) throw new Error('it was not run');
    expectShown(run, one);
    expectKept(run, one);
    expectDelivered(run, one);
    expectLogged(run, one);
    expectInTime(run, one);
    if (one.later) expectHealth(run, one.later);
  });
});

const callsOf = ({ sent }: Run): number => (sent.batch ? 2 : 1);

function expectShown({ shown, example }: Run, { answer }: Ran): void {
  expect(answer.status).toBe(shown.status ?? (shown.from === 'second' ? 200 : example.status));
  if (shown.from) expect(answer.body).toContain(`from ${shown.from}`);
  if (!shown.reason) return;
  const answers: { error?: { message: string; data: { reason: string } } }[] = [JSON.parse(answer.body)].flat();
  const error = answers.find((one) => one.error)?.error;
  expect(error?.data.reason).toBe(shown.reason);
  if (shown.inDoubt) expect(error?.message).toContain(checkBeforeResending);
  else expect(error?.message).not.toContain('may have reached');
  if (shown.inDoubt) expect(error?.message).not.toMatch(/try again/i);
}

/** What the history and the day's quota have of it. */
function expectKept(run: Run, { answer, records, used }: Ran): void {
  const { shown, failure, nodes } = run;
  const failed = shown.from !== 'second';
  const isOneOfSeveral = failed && failure.quota === 'fromEvery' && nodes > 1;
  const outcome = isOneOfSeveral ? 'rpc_error' : failure.outcome;
  expect(records).toMatchObject([{ outcome: failed ? outcome : 'ok', status: answer.status }]);
  const quota = failed && !isOneOfSeveral ? failure.quota : 'none';
  const returned = { all: callsOf(run), fromEvery: callsOf(run), missing: 1, none: 0 }[quota];
  expect(used).toBe(callsOf(run) - returned);
}

/** A write reaches one node, once, or another after a refusal. A read reaches a healthy one once the first has failed. */
function expectDelivered({ sent, shown }: Run, { deliveredAt: { first, second } }: Ran): void {
  expect(second).toHaveLength(shown.from === 'second' ? 1 : 0);
  if (sent.kind === 'write') expect(first.length + second.length).toBeLessThanOrEqual(1);
  if (sent.kind !== 'read') expect(first.length).toBeLessThanOrEqual(1);
}

function expectLogged({ failure }: Run, { lines }: Ran): void {
  const codes = lines.filter(({ event }) => event === 'upstream_failed').map(({ code }) => code);
  const checked = failure.health === 'asked' ? ['health_check_failed'] : [];
  expect(codes).toEqual([...(failure.code ? [failure.code] : []), ...checked]);
  if (failure.event) expect(lines).toContainEqual({ event: failure.event });
}

/** Seen by the nodes where two requests came to them, and otherwise by the gateway. */
function expectInTime({ example, shown }: Run, { deliveredAt, records }: Ran): void {
  if (shown.from === undefined || example.showsAfterMs === undefined) return;
  const [one, next] = [...deliveredAt.first, ...deliveredAt.second];
  const tookMs = one !== undefined && next !== undefined ? next - one : records[0]?.upstreamMs;
  expect(tookMs).toBeLessThan(example.showsAfterMs + soonMs);
}

function expectHealth({ failure }: Run, { lines, met }: NonNullable<Ran['later']>): void {
  const failures = lines.filter(({ code }) => code === failure.code).length;
  expect(failure.code ? failures : met).toBe(laterMeetings[failure.health]);
}
