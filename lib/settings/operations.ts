import type { EffectiveSettings } from './settings.ts';

/** How an instance is operated: the setting `operations`. */
export type Operations = NonNullable<EffectiveSettings['operations']>;

/** How the stages that the repository brings are operated. */
export const operationsOf = { dev: 'light', prod: 'full' } as const satisfies Readonly<Record<string, Operations>>;

/** The default of `watchEverySeconds`: the time of watch is most of what an idle instance costs. */
export const watchEverySecondsOf: Readonly<Record<Operations, number>> = { full: 10, light: 60 };

type Operated = EffectiveSettings & { readonly operations: Operations; readonly watchEverySeconds: number };

/** The settings with those that depend on how the stage is operated. */
export function withOperations(settings: EffectiveSettings, ofStage: Operations): Operated {
  const { operations = ofStage, watchEverySeconds = watchEverySecondsOf[operations] } = settings;
  return { ...settings, operations, watchEverySeconds };
}
