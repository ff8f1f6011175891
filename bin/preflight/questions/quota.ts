import type { Ask } from '../aws-call.ts';
import { awsCalls } from '../aws-calls.ts';

/** A quota of Service Quotas that AWS raises. */
export type Quota = { readonly service: string; readonly code: string; readonly default: number };

/** The account's value; AWS's default if the account never had another one. */
export async function quotaOf(ask: Ask, { service, code, ...quota }: Quota): Promise<number> {
  const answer = await ask(awsCalls.quota, { 'service-code': service, 'quota-code': code });
  return answer?.Quota?.Value ?? quota.default;
}

export const askForMore = ({ service, code }: Quota, value: number): string =>
  `Run: aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} ` +
  `--desired-value ${value}`;
