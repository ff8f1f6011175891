import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { templateSchema } from './templates/template-changes.ts';

const textByName = v.record(v.string(), v.string());

const functionSchema = v.object({
  handler: v.string(),
  timeoutSeconds: v.number(),
  /** As in the template: values may be intrinsic functions. */
  variables: v.record(v.string(), v.unknown()),
  /** The bundle and the settings, by file name. */
  files: textByName,
});

/** A function of the last release, by which it can run again. */
export type ReleasedFunction = v.InferOutput<typeof functionSchema>;

const snapshotSchema = v.object({
  /** By installation (make-templates.ts). */
  templates: v.record(v.string(), templateSchema),
  /** By logical id, of a local gateway with the settings of local-settings.ts. */
  functions: v.record(v.string(), functionSchema),
});

/** All that the upgrade test needs of a release. */
export type ReleaseSnapshot = v.InferOutput<typeof snapshotSchema>;

const releaseSchema = v.object({
  version: v.string(),
  /** The commit whose code it is; the release's own commit adds the version and this snapshot. */
  commit: v.string(),
});

export type Release = v.InferOutput<typeof releaseSchema>;

const fileIn = (name: string) => new URL(`./last-release/${name}`, import.meta.url);
const releaseFile = fileIn('release.json');
const snapshotFile = fileIn('snapshot.json.br');
const noticesFile = fileIn('third-party-notices.txt');

/** The release whose snapshot is in the repository. */
export const readLastRelease = (): Release =>
  v.parse(v.pipe(v.string(), v.parseJson(), releaseSchema), readFileSync(releaseFile, 'utf8'));

export const readSnapshot = (): ReleaseSnapshot =>
  v.parse(
    v.pipe(v.string(), v.parseJson(), snapshotSchema),
    brotliDecompressSync(readFileSync(snapshotFile)).toString(),
  );

/** Bundles share most of their code, which a window over all of them finds: it compresses to a twentieth. */
const compression = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/**
 * Replaces the snapshot in the repository.
 * @param notices of what the functions contain: the snapshot passes it on
 */
export function writeSnapshot(release: Release, snapshot: ReleaseSnapshot, notices: string): void {
  writeFileSync(noticesFile, notices);
  writeFileSync(releaseFile, `${JSON.stringify(release, null, 2)}\n`);
  writeFileSync(snapshotFile, brotliCompressSync(JSON.stringify(snapshot), compression));
}
