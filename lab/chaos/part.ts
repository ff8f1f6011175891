import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Provenance, provenanceText } from '../bench/provenance.ts';
import { replaceSection } from '../bench/report-format.ts';

/**
 * The options of a part of a run: its seed, and its length; 1 is the length in `npm run lab -- chaos`.
 */
type PartOptions = {
  readonly seed: number;
  readonly scale: number;
  readonly say: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** What a part has shown. */
type Shown = {
  /** For docs/reliability.md. */
  readonly section: { readonly name: string; readonly text: string };
  /** Promises that did not hold; empty if all held. */
  readonly broken: readonly string[];
  /** Calls that were admitted, or recorded. */
  readonly counted: number;
};

/** A part of `npm run lab -- chaos`. */
export type Part = (options: PartOptions) => Promise<Shown>;

const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

/** Replaces a generated section of docs/reliability.md, and names the run; see {@link replaceSection}. */
export const writeSection = (name: string, text: string, run: Provenance): void =>
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), name, `${text}\n\n${provenanceText(run)}`));
