import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readSavedFile } from '../saved-file.ts';

/** The progress of each shard of a mapping: the last handled sequence number, or `ended`. */
export type Checkpoints = {
  readonly get: (shardId: string) => Checkpoint | undefined;
  readonly set: (shardId: string, checkpoint: Checkpoint) => void;
};

const checkpoint = v.union([v.strictObject({ after: v.string() }), v.literal('ended')]);
const file = v.record(v.string(), checkpoint);

type Checkpoint = v.InferOutput<typeof checkpoint>;

/** Keeps checkpoints in memory and, given a folder, in a file, so that a restart continues from them. */
export function createCheckpoints(mapping: string, folder?: string): Checkpoints {
  const path = folder && join(folder, `${mapping}.json`);
  const known = new Map(Object.entries(path ? load(path) : {}));
  return {
    get: (shardId) => known.get(shardId),
    set: (shardId, checkpoint) => {
      known.set(shardId, checkpoint);
      if (path) save(path, Object.fromEntries(known));
    },
  };
}

const load = (path: string): Record<string, Checkpoint> => (existsSync(path) ? readSavedFile(path, file) : {});

// Written by rename: a process that dies half-way leaves the old or the new file.
function save(path: string, checkpoints: Record<string, Checkpoint>): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(checkpoints));
  renameSync(`${path}.new`, path);
}
