import { expect, test } from '@jest/globals';
import { requestTimesOf, type Workload, weekMs, workloadsOf } from '../../../bin/demo/workloads.ts';
import type { Network } from '../../../src/network.ts';

const half = () => 0.5;
const wednesday = Date.UTC(2026, 8, 23, 12);
const workloads = workloadsOf([{ path: '/', chain: 'solana', network: 'mainnet', upstreams: [] }]);
const office: Workload = {
  name: 'office',
  chain: 'solana',
  network: 'devnet',
  upstreams: [],
  peak: 40,
  weekend: 0.1,
  night: 0,
  trouble: 1,
};

test('a week of requests lies within the week, in order', () => {
  for (const workload of workloads) {
    const moments = requestTimesOf(workload, wednesday, Math.random);
    expect(moments).toEqual(moments.toSorted((left, right) => left - right));
    expect(moments.at(0)).toBeGreaterThanOrEqual(wednesday - weekMs);
    expect(moments.at(-1)).toBeLessThan(wednesday);
  }
});

test('is busy in the afternoon, quiet at night and on the weekend', () => {
  const moments = requestTimesOf(office, wednesday, half);
  const between = (from: number) => moments.filter((at) => at >= from && at < from + 3_600_000).length;
  const [afternoon, night] = [Date.UTC(2026, 8, 22, 15), Date.UTC(2026, 8, 22, 3)];
  const saturday = Date.UTC(2026, 8, 19, 15);
  expect([between(afternoon), between(night), between(saturday)]).toEqual([40, 0, 4]);
});

test('is small enough to be written in seconds', () => {
  const requests = workloads.flatMap((workload) => requestTimesOf(workload, wednesday, half));
  expect(requests.length).toBeGreaterThan(2_000);
  expect(requests.length).toBeLessThan(8_000);
});

test('production calls the first network, all else the second one, whatever they are called', () => {
  const rows: Network[] = [
    { path: '/', chain: 'ethereum', network: 'eth-mainnet', upstreams: [] },
    { path: '/sol', chain: 'solana', network: 'sol', upstreams: [] },
    { path: '/more', chain: 'solana', network: 'more', upstreams: [] },
  ];
  const calls = (from: readonly Network[]) => workloadsOf(from).map(({ chain, network }) => [chain, network]);
  const [eth, sol] = [
    ['ethereum', 'eth-mainnet'],
    ['solana', 'sol'],
  ];
  expect(calls(rows)).toEqual([eth, sol, sol]);
  expect(calls(rows.slice(0, 1))).toEqual([eth, eth, eth]);
  expect(calls([])).toEqual([]);
});
