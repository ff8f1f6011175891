export type { FunctionName } from './functions/function-sources.ts';
export type { Artifacts } from './instance/artifacts.ts';
export { type StageName, type StagePreset, stageNamed } from './instance/stage.ts';
export { ConfigurationError } from './settings/configuration-error.ts';
export type { EffectiveSettings, Settings } from './settings/settings.ts';
export { Sluice, type SluiceTables } from './sluice.ts';
export type { SluiceProps } from './sluice-props.ts';
export { SluiceStack, type SluiceStackProps } from './sluice-stack.ts';
export type { VpcProps } from './vpc/vpc-props.ts';
