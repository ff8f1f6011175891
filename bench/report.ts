import type { Machine } from './machine.ts';
import { table } from './markdown.ts';
import { numeral } from './numeral.ts';
import type { KeptFigure, Result, Results } from './results.ts';
import { type Finding, judge, type Target } from './targets.ts';

/** The generated part of the performance page: targets first, then every figure of the benchmarks named, in that order. */
export const report = (results: Results, targets: readonly Target[], names: readonly string[]): string =>
  [
    targetTable(targets.map((target) => judge(target, results))),
    ...names.flatMap((name) => (results[name] ? [benchmarkPart(name, results[name])] : [])),
  ].join('\n\n');

const targetTable = (findings: readonly Finding[]): string =>
  table(
    ['target', 'at most / at least', 'measured', 'holds'],
    findings.map(({ target, worst, holds }) => [
      target.what,
      bound(target),
      worst ? numeral(worst.median) : 'not measured yet',
      worst ? (holds ? 'yes' : '**no**') : '',
    ]),
  );

const bound = ({ atMost, atLeast, unit }: Target): string =>
  `${atMost === undefined ? `≥ ${numeral(atLeast ?? 0)}` : `≤ ${numeral(atMost)}`} ${unit}`;

const benchmarkPart = (name: string, { title, measures, startedAt, machine, figures }: Result): string =>
  [
    `### ${title}`,
    `\`npm run bench -- ${name}\`, ${startedAt.slice(0, 10)}, ${machineText(machine)}. ${measures}`,
    table(['figure', 'median', 'lowest', 'highest', 'unit'], figures.map(figureRow)),
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
