import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type EffectiveSettings, parseSettings } from '../../lib/settings/settings.ts';

/** What the app of the test is told: where to write its cloud assembly, and the settings of its instances. */
export type AppOptions = {
  readonly outdir: string;
  readonly alpha: EffectiveSettings;
  readonly beta: EffectiveSettings;
};

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ outdir: v.string(), alpha: v.unknown(), beta: v.unknown() }),
);

/** Reads the options from a JSON file. */
export function readAppOptions(file: string): AppOptions {
  const { outdir, alpha, beta } = v.parse(schema, readFileSync(file, 'utf8'));
  return { outdir, alpha: parseSettings(alpha, 'alpha'), beta: parseSettings(beta, 'beta') };
}
