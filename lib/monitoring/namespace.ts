import type { Stage } from '../stage.ts';

/** CloudWatch's namespace for a stage's own metrics, so that stages that share an account keep theirs apart. */
export const metricsNamespace = (stage: Stage): string => `Sluice/${stage.name}`;
