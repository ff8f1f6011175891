import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { machineSchema } from './machine.ts';
import { provenanceSchema } from './provenance.ts';

const figureSchema = v.object({
  name: v.string(),
  unit: v.string(),
  median: v.number(),
  rounds: v.pipe(v.array(v.number()), v.readonly()),
});

const resultSchema = v.object({
  title: v.string(),
  measures: v.string(),
  ...provenanceSchema.entries,
  machine: machineSchema,
  figures: v.array(figureSchema),
});

const resultsSchema = v.record(v.string(), resultSchema);

/** A figure as it is kept. */
export type KeptFigure = v.InferOutput<typeof figureSchema>;

/** One run of a benchmark. */
export type Result = v.InferOutput<typeof resultSchema>;

/** A run of each benchmark, by its name. */
export type Results = v.InferOutput<typeof resultsSchema>;

/** The later run of each benchmark, from either file. */
export function merge(one: Results, other: Results): Results {
  const merged = { ...one };
  for (const [name, result] of Object.entries(other)) {
    const known = merged[name];
    if (!known || known.date <= result.date) merged[name] = result;
  }
  return merged;
}

/** Results in a folder: one JSON file, named after the UTC day of its newest run. Git keeps those of earlier days. */
export class ResultFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds a run, in place of an earlier one of its benchmark. Runs that stand in older files move to the newest. */
  add(name: string, result: Result): void {
    const older = this.#files();
    const results = merge(this.newest(), { [name]: result });
    const file = `${newestDay(results)}.json`;
    writeFileSync(join(this.#folder, file), `${JSON.stringify(results, null, 1)}\n`);
    for (const other of older.filter((one) => one !== file)) rmSync(join(this.#folder, other));
  }

  /** The newest run of each benchmark. */
  newest(): Results {
    return this.#files()
      .map((file) => this.#read(file))
      .reduce(merge, {});
  }

  #files(): string[] {
    mkdirSync(this.#folder, { recursive: true });
    return readdirSync(this.#folder).filter((file) => /^\d{4}-\d\d-\d\d\.json$/.test(file));
  }

  #read(file: string): Results {
    return v.parse(resultsSchema, JSON.parse(readFileSync(join(this.#folder, file), 'utf8')));
  }
}

const newestDay = (results: Results): string | undefined =>
  Object.values(results)
    .map(({ date }) => date.slice(0, 10))
    .toSorted()
    .at(-1);
