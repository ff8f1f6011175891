import type { DeletionDeps } from '../../../src/accounts/finish-deletion.ts';

/** The process was killed. */
export class Killed extends Error {}

/** Kills the process before or after its write with this number; the first is 0. */
export type Kill = { readonly at: number; readonly when: 'before' | 'after' };

/** A process that can make no more calls after it was killed. `writes` counts them. */
export function killable(deps: DeletionDeps, kill: Kill) {
  let writes = 0;
  let isDead = false;
  const write =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const number = writes;
      writes += 1;
      const isLast = number === kill.at;
      isDead ||= isLast && kill.when === 'before';
      if (isDead) throw new Killed();
      const answer = await call(...args);
      isDead ||= isLast;
      if (isDead) throw new Killed();
      return answer;
    };
  const { directory, usage, users } = deps;
  const killableDeps: DeletionDeps = {
    ...deps,
    users: { signOut: write((id) => users.signOut(id)), delete: write((id) => users.delete(id)) },
    usage: { delete: write(usage.delete) },
    directory: {
      ...directory,
      delete: write(directory.delete),
      put: write(directory.put),
      transact: write(directory.transact),
      update: write(directory.update),
    },
  };
  return { deps: killableDeps, writes: () => writes };
}
