import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const durations = v.record(v.string(), v.record(v.string(), v.number()));

/** How long each test took with nothing mutated, in ms, by its file and full name. */
export type Durations = v.InferOutput<typeof durations>;

const fileIn = (rootDir: string) => join(rootDir, 'test-durations.json');

/** Undefined in the first run of all, in which nothing is mutated. */
export const readDurations = (rootDir: string): Durations | undefined =>
  existsSync(fileIn(rootDir)) ? v.parse(durations, JSON.parse(readFileSync(fileIn(rootDir), 'utf8'))) : undefined;

export const writeDurations = (rootDir: string, measured: Durations): void =>
  writeFileSync(fileIn(rootDir), JSON.stringify(measured));
