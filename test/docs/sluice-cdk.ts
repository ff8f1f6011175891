import type { Construct } from 'constructs';
import * as library from '../../lib/index.ts';
import { artifacts, unbundled } from '../lib/synthesis.ts';

export { type Settings, type StagePreset, stageNamed } from '../../lib/index.ts';

// The code of the page makes an app of its own. As in other tests, it copies and validates nothing: that takes long.
process.env.CDK_CONTEXT_JSON = JSON.stringify(unbundled);
process.env.CDK_VALIDATION = 'false';

/** As in the npm package, which has artifacts. */
export class Sluice extends library.Sluice {
  constructor(scope: Construct, id: string, props: library.SluiceProps) {
    super(scope, id, { artifacts, ...props });
  }
}
