import { join } from 'node:path';
import { runSteps } from '../../bin/first-deployment/run-steps.ts';
import { steps } from '../../bin/first-deployment/steps.ts';
import { makeDeployable, type Removed } from './deployable-assembly.ts';
import { print } from './report.ts';
import { withNode } from './with-node.ts';

/** The steps of npm run first-deployment that the emulator has. */
export const firstDeployment = (_: string, work: string): Promise<Removed[]> =>
  withNode(async (context) => {
    print('\nnpm run first-deployment');
    const removed: Removed[] = [];
    const names = Object.entries(steps).flatMap(([name, { triedOn }]) => (triedOn.startsWith('ministack') ? name : []));
    await runSteps(names, {
      file: join(work, 'first-deployment.txt'),
      context,
      prepare: (assembly) => removed.push(makeDeployable(assembly)),
    });
    return removed;
  });
