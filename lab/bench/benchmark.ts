/** A result of a benchmark. */
export type Figure = {
  /** The name in the report, unique within the benchmark. */
  readonly name: string;
  readonly unit: string;
  /** A number for each round; the median is reported. */
  readonly rounds: readonly number[];
};

/** One piece of the bench suite: a row of benchmarks.ts. */
export type Benchmark = {
  readonly title: string;
  /** What the benchmark measures and excludes, in a few sentences for the report. */
  readonly measures: string;
  run(): Promise<readonly Figure[]>;
};
