export type { Artifacts } from './artifacts.ts';
export type { FunctionName } from './function-sources.ts';
export { ConfigurationError } from './settings/configuration-error.ts';
export type { EffectiveSettings, Settings } from './settings/settings.ts';
export { Sluice, type SluiceTables } from './sluice.ts';
export type { SluiceProps } from './sluice-props.ts';
export { SluiceStack, type SluiceStackProps } from './sluice-stack.ts';
export { type StageName, type StagePreset, stageNamed } from './stage.ts';
