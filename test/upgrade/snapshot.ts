import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { functionModules } from '../../bin/build/build-functions.ts';
import { thirdPartyNotices } from '../../bin/build/third-party/third-party-notices.ts';
import { readNextRelease, readReleases, upgradeOf, withRelease, writeReleases } from './next-release.ts';
import { type ReleaseSnapshot, readLastRelease, readSnapshot, writeSnapshot } from './release-snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { unnamedLosses } from './templates/unnamed-losses.ts';
import { countChanges } from './upgrade-table.ts';

// npm run snapshot: part of making a release, after the version in package.json is set. The snapshot of the last release
// becomes one of the present code, and the notes about the next release become a row of the upgrade table.

const { version } = v.parse(
  v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })),
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const snapshot = await takeSnapshot();
// Taken again for the same version, it has nothing to be compared with.
if (readLastRelease().version !== version) closeRelease(readSnapshot(), snapshot);
writeSnapshot({ version, commit }, snapshot, thirdPartyNotices(functionModules()));
process.stdout.write(
  `The snapshot is that of ${version}: ${Object.keys(snapshot.functions).length} functions. ` +
    'Now run npm run upgrade-table.\n',
);

function closeRelease({ templates: older }: ReleaseSnapshot, { templates: newer }: ReleaseSnapshot): void {
  const next = readNextRelease();
  // After this, the last release is gone, and no test can find what its upgrade loses.
  const losses = unnamedLosses(older, newer, next.intended);
  if (losses.length > 0) throw new Error(`The upgrade to ${version} cannot be released:\n${losses.join('\n')}`);
  const [before, after] = [older.prod, newer.prod];
  if (!before || !after) throw new Error('There is no template of prod.');
  writeReleases(withRelease(readReleases(), upgradeOf(version, next, countChanges(before, after))));
}
