import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkBeforeResending } from '../../src/upstream/upstream-failure.ts';
import { stopFullBacklogs } from '../upstream/full-backlog.ts';
import { stopRawUpstreams } from '../upstream/raw-upstream.ts';
import { stopUpstreams } from '../upstream/upstream-server.ts';
import { FailingGateway } from './failing-gateway.ts';
import { laterMeetings, type Ran, type Run, runs, start } from './run-failure.ts';

// The table "When a node fails" of docs/api.md and docs/architecture.md, row by row, over HTTP: a local runtime, whose
// requests each have their own proxy and nodes. All run in parallel, because some wait for a call's whole time limit.

/** A read is with the healthy node so soon after the first one's failure shows, in ms. */
const soonMs = 8_000;

/** As many as keep two processors busy. */
const atOnce = 3;

const gateway = new FailingGateway();
const ran = new Map<Run, Promise<Ran>>();

beforeAll(async () => {
  await gateway.start();
  const isSlow = ({ example }: Run) => example.showsAfterMs === undefined;
  const waiting = runs.filter((run) => !isSlow(run));
  const settled = new Map(runs.map((run) => [run, Promise.withResolvers<Ran>()]));
  const settle = (run: Run) => start(run, gateway).then(settled.get(run)?.resolve, settled.get(run)?.reject);
  const drain = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await settle(run);
  };
  for (const [run, { promise }] of settled) {
    promise.catch(() => {});
    ran.set(run, promise);
  }
  for (const run of runs.filter(isSlow)) void settle(run);
  for (let lane = 0; lane < atOnce; lane += 1) void drain();
});

afterAll(async () => {
  await Promise.allSettled(ran.values());
  await gateway.stop();
  await Promise.all([stopUpstreams(), stopRawUpstreams(), stopFullBacklogs()]);
});

describe('when a node fails', () => {
  test.each(runs)('$title', async (run) => {
    const one = await ran.get(run);
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

/** A write reaches one node, once. A read reaches a healthy one once the first has failed, and only then. */
function expectDelivered({ sent, shown }: Run, { deliveredAt: { first, second } }: Ran): void {
  expect(second).toHaveLength(shown.from === 'second' ? 1 : 0);
  if (sent.kind === 'write') expect(first.length + second.length).toBeLessThanOrEqual(1);
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
