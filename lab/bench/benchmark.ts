/** One number that a benchmark found. */
export type Figure = {
  /** What it is, in the words of the report; no other figure of its benchmark has the same. */
  readonly name: string;
  readonly unit: string;
  /** As measured, a number for each round; their median is what counts. */
  readonly rounds: readonly number[];
};

/** One piece of the bench suite: a row of benchmarks.ts. */
export type Benchmark = {
  readonly title: string;
  /** What is measured and what is left out, in a few sentences for the report. */
  readonly measures: string;
  run(): Promise<readonly Figure[]>;
};
