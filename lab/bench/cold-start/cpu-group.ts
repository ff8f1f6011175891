import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

/** A Linux control group that limits its processes together to a share of one processor. */
export type CpuGroup = {
  /** A command that runs the one that follows it in the group. */
  readonly starter: readonly string[];
  /** Takes the group away, when its processes have ended. */
  remove(): void;
};

const periodUs = 20_000;

/**
 * Makes a group of its own, in periods of 20 ms, where this process may: that takes root and a control group of the
 * processor, of version 2 (cpu.max) or 1 (cpu.cfs_quota_us). Undefined anywhere else.
 * @param share of one processor, above 0 and up to 1
 */
export function makeCpuGroup(share: number): CpuGroup | undefined {
  const quotaUs = Math.round(share * periodUs);
  try {
    return hasVersion2()
      ? group('/sys/fs/cgroup', { 'cpu.max': `${quotaUs} ${periodUs}` })
      : group('/sys/fs/cgroup/cpu', { 'cpu.cfs_period_us': String(periodUs), 'cpu.cfs_quota_us': String(quotaUs) });
  } catch {
    return undefined;
  }
}

function hasVersion2(): boolean {
  const file = '/sys/fs/cgroup/cgroup.subtree_control';
  return existsSync(file) && readFileSync(file, 'utf8').split(/\s/).includes('cpu');
}

function group(parent: string, settings: Readonly<Record<string, string>>): CpuGroup {
  const folder = `${parent}/sluice-bench-${process.pid}`;
  mkdirSync(folder);
  const remove = () => rmdirSync(folder);
  try {
    for (const [name, value] of Object.entries(settings)) writeFileSync(`${folder}/${name}`, value);
  } catch (error) {
    remove();
    throw error;
  }
  return { starter: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', `${folder}/cgroup.procs`], remove };
}
