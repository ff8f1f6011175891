import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { packageBom, parseBom } from '../../../.ci/release/package-bom.ts';

const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version, licenses: [] });
const bom = parseBom(
  JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2026-11-23T00:00:00Z', component: component('sluice', '0.1.0') },
    components: [
      { ...component('sluice-cdk', '0.1.0'), name: 'construct' },
      component('@aws-sdk/core', '3.1.0'),
      component('react', '19.0.0'),
      component('react', '18.0.0'),
      component('valibot', '1.5.0'),
      component('jest', '30.0.0'),
    ],
    dependencies: [
      { ref: 'sluice-cdk@0.1.0', dependsOn: ['valibot@1.5.0'] },
      { ref: 'react@19.0.0', dependsOn: ['jest@30.0.0', 'valibot@1.5.0'] },
      { ref: 'jest@30.0.0', dependsOn: [] },
    ],
  }),
);
const notices =
  'Notices\n\n@aws-sdk/core 3.1.0 (Apache-2.0), by AWS\nreact 19.0.0 (MIT)\n\nMIT License\n\nversion 2.0 (the "License")\n';
const options = { name: 'sluice-cdk', notices, serialNumber: 'urn:uuid:2' };

describe('the bill of materials of the package', () => {
  test('has what is bundled and what it depends on, in the versions of the notices, and nothing else', () => {
    const { components, dependencies, metadata, serialNumber } = packageBom(bom, options);
    const refs = ['@aws-sdk/core@3.1.0', 'react@19.0.0', 'valibot@1.5.0'];
    expect(components.map((it) => it['bom-ref'])).toEqual(refs);
    expect([metadata.component.name, serialNumber]).toEqual(['sluice-cdk', 'urn:uuid:2']);
    expect(dependencies).toEqual([
      { ref: 'sluice-cdk@0.1.0', dependsOn: refs },
      { ref: 'react@19.0.0', dependsOn: ['valibot@1.5.0'] },
    ]);
  });

  test.each([
    ['notices without packages', { notices: 'None.' }, /name no package/],
    ['a bundled package that is not installed', { notices: 'vue 3.0.0 (MIT)\n' }, /lacks vue@3\.0\.0/],
    ['an unknown package', { name: 'other' }, /no component other/],
  ])('is not made from %s', (_, changes, message) => {
    expect(() => packageBom(bom, { ...options, ...changes })).toThrow(message);
  });
});

test('npm makes a bill of materials of this repository', () => {
  const output = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const refs = parseBom(output).components.map((component) => component['bom-ref'].replace(/@[^@]+$/, ''));
  expect(refs).toEqual(expect.arrayContaining(['hono', 'react', 'aws-cdk-lib', 'sluice-client', 'sluice-dashboard']));
});
