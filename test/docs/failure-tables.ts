import { nodeFailures } from '../node-failures/failure-rows.ts';
import { healthEffects, type NodeFailure, quotaEffects, type ShownTo } from '../node-failures/node-failure.ts';

type Column = readonly [title: string, cell: (failure: NodeFailure) => string];

const shown = ({ another, alone }: ShownTo): string =>
  another === alone ? alone.text : `${another.text}; with no other node: ${alone.text}`;

const logged = ({ code, event }: NodeFailure): string =>
  [...(code ? [`\`upstream_failed\`, code \`${code}\``] : []), ...(event ? [`\`${event}\``] : [])].join('; ');

const customers: readonly Column[] = [
  ['The node …', ({ node }) => node],
  ['A read', ({ read }) => shown(read)],
  ['A signed transaction', ({ signed }) => shown(signed)],
  ['Any other call, sent once', ({ write }) => shown(write)],
  ['History', ({ outcome }) => `\`${outcome}\``],
  ['The day’s quota', ({ quota }) => quotaEffects[quota]],
];

const operators: readonly Column[] = [
  ['The node’s health', ({ health }) => healthEffects[health]],
  ['Log of the proxy', logged],
  ['Alarm', ({ alarm }) => (alarm ? `[${alarm}](runbook.md#${alarm})` : '')],
];

/** The generated table of each page. */
export const failureTables = {
  'docs/api.md': table(customers),
  'docs/failures.md': table([...customers, ...operators]),
} as const;

function table(columns: readonly Column[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.values(nodeFailures).map((failure: NodeFailure) =>
    line(columns.map(([, cell]) => cell(failure))),
  );
  return [line(columns.map(([title]) => title)), line(columns.map(() => '---')), ...rows].join('\n');
}
