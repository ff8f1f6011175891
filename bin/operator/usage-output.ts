import { toUsageView } from '../../src/management-api/schemas/usage-schema.ts';
import { dayMs } from '../../src/time.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query-usage.ts';
import type { UsageReport } from '../../src/usage/usage-report.ts';
import type { CommandResult } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText, type OutputRow } from './print-rows.ts';

/** The calls of the last 24 hours, of one key or of all keys of an account. */
export async function showUsage(
  { usage, clock }: OperatorGateway,
  owner: Pick<UsageRequest, 'accountId' | 'keyId'>,
): Promise<CommandResult> {
  const to = clock();
  const report = await queryUsage(usage, { ...owner, from: to - dayMs, to, span: 'hour' }, clock);
  return { documents: [toUsageView(report)], text: asText(usageRows(report)) };
}

function usageRows({ byMethod, total }: UsageReport): OutputRow[] {
  const methods = Object.entries(byMethod).map(([method, { calls, errors, meanLatency }]) => ({
    method,
    calls,
    errors,
    'mean ms': meanLatency,
    'p50 ms': null,
    'p95 ms': null,
    'p99 ms': null,
  }));
  const { calls, errors, latency } = total;
  const percentiles = {
    'p50 ms': latency?.p50 ?? null,
    'p95 ms': latency?.p95 ?? null,
    'p99 ms': latency?.p99 ?? null,
  };
  return [...methods, { method: 'all methods', calls, errors, 'mean ms': null, ...percentiles }];
}
