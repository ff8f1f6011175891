import type { Machine } from './machine.ts';
import { provenanceText } from './provenance.ts';
import { isShown, numeral, table } from './report-format.ts';
import type { KeptFigure, Result, Results } from './results.ts';
import { type Finding, judge, type Target } from './targets.ts';

/** The table of targets, and below it why some do not hold. */
export function targetReport(results: Results, targets: readonly Target[]): string {
  const findings = targets.map((target) => judge(target, results));
  const missed = findings.filter(({ worst, holds }) => worst && !holds);
  return [
    targetTable(findings),
    missed.map(({ target }) => `- *${target.what}*: ${target.unmet ?? 'not explained yet.'}`).join('\n'),
  ]
    .join('\n\n')
    .trim();
}

/** The figures of the benchmarks named, in that order, less those that are details (details.ts). */
export const figureReport = (results: Results, names: readonly string[]): string =>
  names.flatMap((name) => (results[name] ? [benchmarkPart(name, results[name])] : [])).join('\n\n');

const targetTable = (findings: readonly Finding[]): string =>
  table(
    ['target', 'at most / at least', 'measured', 'holds', 'measured by'],
    findings.map(({ target, worst, holds, provenance }) => [
      target.what,
      bound(target),
      worst ? numeral(worst.median) : 'not measured yet',
      worst ? (holds ? 'yes' : '**no**') : '',
      provenance ? provenanceText(provenance) : '',
    ]),
  );

const bound = ({ atMost, atLeast, unit }: Target): string =>
  `${atMost === undefined ? `≥ ${numeral(atLeast ?? 0)}` : `≤ ${numeral(atMost)}`} ${unit}`;

const benchmarkPart = (name: string, { title, measures, machine, figures, ...provenance }: Result): string =>
  [
    `## ${title}`,
    `${provenanceText(provenance)}, ${machineText(machine)}. ${measures}`,
    table(
      ['figure', 'median', 'lowest', 'highest', 'unit'],
      figures.filter((figure) => isShown(name, figure.name)).map(figureRow),
    ),
  ].join('\n\n');

const machineText = ({ cores, cpu, node, load }: Machine): string =>
  `${cores} cores of ${cpu}, Node ${node}, load ${load} at the start`;

const figureRow = ({ name, median, rounds, unit }: KeptFigure): string[] => [
  name,
  numeral(median),
  numeral(Math.min(...rounds)),
  numeral(Math.max(...rounds)),
  unit,
];
