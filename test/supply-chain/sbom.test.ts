import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { foreign, nameOf } from '../../supply-chain/lock-file.ts';
import { ownLockFile } from './lock-file.ts';

const sbom = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    bomFormat: v.literal('CycloneDX'),
    components: v.array(v.object({ 'bom-ref': v.string(), purl: v.string() })),
  }),
);

test('the bill of materials names every package that is needed in production', () => {
  const written = execFileSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const listed = new Set(v.parse(sbom, written).components.map(({ 'bom-ref': reference }) => reference));
  const needed = foreign(ownLockFile()).filter(([, { dev, inBundle }]) => !dev && !inBundle);
  expect(needed.length).toBeGreaterThan(50);
  expect(needed.map(([folder, { version }]) => `${nameOf(folder)}@${version}`).filter((it) => !listed.has(it))).toEqual(
    [],
  );
});
