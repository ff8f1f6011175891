import type { EffectiveSettings } from './settings.ts';

/** How an instance is operated: the setting `operations`. */
export type Operations = NonNullable<EffectiveSettings['operations']>;

/** The default of `watchEverySeconds`: the time of watch is most of what an idle instance costs. */
export const watchEverySecondsOf: Readonly<Record<Operations, number>> = { full: 10, light: 60 };

/** The settings with those that depend on how the stage is operated. */
export function withOperations(settings: EffectiveSettings, ofStage: Operations): EffectiveSettings {
  const { operations = ofStage, watchEverySeconds = watchEverySecondsOf[operations] } = settings;
  return { ...settings, operations, watchEverySeconds };
}
