// One file for the browser: most visits show no split, and the page's script has a limit.

export { SplitChart } from './split-chart.tsx';
export { SplitTable } from './split-table.tsx';
