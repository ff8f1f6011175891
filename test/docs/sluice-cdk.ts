import type { Construct } from 'constructs';
import * as library from '../../lib/index.ts';
import { artifacts, unbundled } from '../lib/synthesis.ts';

export { type Settings, type StagePreset, stageNamed } from '../../lib/index.ts';

// The code of the page makes an app of its own. As in other tests, it copies and validates nothing: that takes long.
const variables = { CDK_CONTEXT_JSON: JSON.stringify(unbundled), CDK_VALIDATION: 'false' };
Object.assign(process.env, variables);

/** Other test files of this process make apps, too. */
export function forgetVariables(): void {
  for (const name of Object.keys(variables)) delete process.env[name];
}

/** As in the npm package, which has artifacts. */
export class Sluice extends library.Sluice {
  constructor(scope: Construct, id: string, props: library.SluiceProps) {
    super(scope, id, { artifacts, ...props });
  }
}
