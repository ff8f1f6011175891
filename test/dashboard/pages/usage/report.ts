import type { MethodFigures, Usage, UsageByKey, UsageFigures } from '../../../../dashboard/api/api.ts';

/** The figures of calls with these outcomes. */
export function figures(outcomes: Readonly<Record<string, number>>, p50: number | null = null): UsageFigures {
  const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const latency = p50 === null ? null : { p50, p95: 2 * p50, p99: 3 * p50 };
  return { calls, errors: calls - (outcomes.ok ?? 0), outcomes: { ...outcomes }, latency, rpcErrorCodes: {} };
}

/** The figures of one method's calls with these outcomes. */
export function methodFigures(outcomes: Readonly<Record<string, number>>, meanLatency: number | null): MethodFigures {
  const { latency: _, rpcErrorCodes: __, ...calls } = figures(outcomes);
  return { ...calls, meanLatency };
}

/** The figures of one key's calls with these outcomes. */
export const keyFigures = (
  keyId: string,
  outcomes: Readonly<Record<string, number>>,
  state = 'active',
): UsageByKey['keys'][number] => ({ keyId, name: `name of ${keyId}`, state, ...figures(outcomes, 10) });

/** Three hours of usage, the second without calls. */
export const report = (): Usage => ({
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T13:00:00.000Z',
  span: 'hour',
  points: [
    { at: '2026-11-20T10:00:00.000Z', ...figures({ rate_limited: 2, ok: 6 }, 10) },
    { at: '2026-11-20T11:00:00.000Z', ...figures({}) },
    { at: '2026-11-20T12:00:00.000Z', ...figures({ rpc_error: 1, ok: 1 }, 40) },
  ],
  total: figures({ ok: 7, rpc_error: 1, rate_limited: 2 }, 20),
  byMethod: {
    getSlot: methodFigures({ ok: 6, rate_limited: 2 }, 10),
    getBalance: methodFigures({ ok: 1, rpc_error: 1 }, 40),
  },
  byNetwork: { mainnet: figures({ ok: 7, rpc_error: 1, rate_limited: 2 }, 20) },
});
