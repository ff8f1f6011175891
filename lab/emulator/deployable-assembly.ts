import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lack, withoutLacking } from './lacking-resources.ts';

/** What the emulator cannot create, by how many of them were taken out. */
export type Removed = ReadonlyMap<Lack, number>;

/** Takes out of each template of a cloud assembly what the emulator lacks. */
export function makeDeployable(assembly: string): Removed {
  const removed = new Map<Lack, number>();
  for (const name of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const deployable = withoutLacking(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, JSON.stringify(deployable.template));
    for (const [lack, count] of deployable.removed) removed.set(lack, (removed.get(lack) ?? 0) + count);
  }
  return removed;
}
