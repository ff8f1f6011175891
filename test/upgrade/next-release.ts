import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const notesEntries = {
  /** Changes of stored rows and objects, such as `Records: "region"`. */
  storedFormats: v.array(v.string()),
  /** The oldest version that reads what this one stores; null for the first release. */
  rollbackTo: v.nullable(v.string()),
  /** What operators do before or after the deployment. */
  manualSteps: v.array(v.string()),
};

const nextSchema = v.strictObject({
  ...notesEntries,
  /** Resources, outputs and functions that the checks may report, each with what operators do (kept-resources.ts). */
  intended: v.record(v.string(), v.string()),
  /** Attributes that only the last release stores, such as `Records: "region"`, each with why it does not miss them. */
  noLongerStored: v.record(v.string(), v.string()),
});

/** What people say about the next release, in next.json. */
export type NextRelease = v.InferOutput<typeof nextSchema>;

const countsSchema = v.strictObject({
  added: v.number(),
  changed: v.number(),
  removed: v.number(),
  /** Those of the changes that concern resources with data or addresses. */
  kept: v.array(v.string()),
});

/** What CloudFormation does to a stack of the release before. */
export type ChangeCounts = v.InferOutput<typeof countsSchema>;

const upgradeSchema = v.strictObject({
  ...notesEntries,
  version: v.string(),
  /** null for the first release. */
  resources: v.nullable(countsSchema),
});

/** A row of the upgrade table in docs/operating.md. */
export type Upgrade = v.InferOutput<typeof upgradeSchema>;

const fileIn = (name: string) => new URL(name, import.meta.url);
const [nextFile, releasesFile] = [fileIn('next.json'), fileIn('releases.json')];

const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: URL, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

export const readNextRelease = (): NextRelease => v.parse(nextSchema, read(nextFile));

/** The releases so far, oldest first. */
export const readReleases = (): Upgrade[] => v.parse(v.array(upgradeSchema), read(releasesFile));

/** The row of a release, from the notes about it. Steps for replaced resources are steps by hand. */
export const upgradeOf = (version: string, next: NextRelease, resources: ChangeCounts | null): Upgrade => ({
  version,
  resources,
  storedFormats: next.storedFormats,
  rollbackTo: next.rollbackTo,
  manualSteps: [...next.manualSteps, ...Object.entries(next.intended).map(([name, step]) => `${name}: ${step}`)],
});

/** The releases after another one, and the notes with which the one after it begins. */
export function withRelease(
  releases: readonly Upgrade[],
  upgrade: Upgrade,
): { readonly releases: readonly Upgrade[]; readonly next: NextRelease } {
  return {
    releases: [...releases.filter(({ version }) => version !== upgrade.version), upgrade],
    next: { storedFormats: [], rollbackTo: upgrade.version, manualSteps: [], intended: {}, noLongerStored: {} },
  };
}

export function writeReleases({ releases, next }: ReturnType<typeof withRelease>): void {
  write(releasesFile, releases);
  write(nextFile, next);
}
