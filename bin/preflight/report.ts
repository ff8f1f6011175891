import { showHiddenCharacters } from '../../src/schema.ts';
import type { StackReport } from './ask-account.ts';
import type { Finding } from './finding.ts';

const labels = { ok: 'ok', to_do: 'TO DO', warning: 'warning', unknown: 'UNKNOWN', manual: 'by hand' } as const;

export const reportText = ({ stackName, place: { account, region }, findings }: StackReport): string =>
  [
    `${stackName}: account ${account}, region ${region}`,
    ...findings.flatMap(({ check, status, found, action }) => [
      `${labels[status].padEnd(8)} ${check}: ${found}`,
      ...(action === null ? [] : [`         ${action}`]),
    ]),
  ]
    .map((line) => `${showHiddenCharacters(line)}\n`)
    .join('');

/** Findings as lines of JSON. */
export const reportJson = ({ stackName, place, findings }: StackReport): string =>
  findings.map((finding) => `${JSON.stringify({ stackName, ...place, ...finding })}\n`).join('');

export const hasStatus = (reports: readonly StackReport[], ...statuses: readonly Finding['status'][]): boolean =>
  reports.some(({ findings }) => findings.some(({ status }) => statuses.includes(status)));
