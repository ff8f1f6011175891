export type { Artifacts } from './artifacts.ts';
export type { FunctionName } from './function-sources.ts';
export { ConfigurationError } from './settings/configuration-error.ts';
export type { EffectiveSettings, Settings } from './settings/settings.ts';
export { Sluice, type SluiceProps, type SluiceTables } from './sluice.ts';
export { SluiceStack, type SluiceStackProps } from './sluice-stack.ts';
export { type StageName, type StagePreset, stageNamed } from './stage.ts';
