import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { GatewayFunction } from '../../../lib/functions/gateway-function.ts';
import type { FunctionSettings } from '../../../src/settings.ts';
import { readByFunctions } from '../../support/settings.ts';
import { appOptions, context, deployed } from '../synthesis.ts';

const temporary = mkdtempSync(join(tmpdir(), 'sluice-function-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Bundles a function in a folder of this name; returns the hash of its asset and the settings beside the bundle. */
function bundle(folder: string, settings: FunctionSettings) {
  const outdir = join(temporary, folder);
  mkdirSync(outdir, { recursive: true });
  const app = new App({
    ...appOptions,
    outdir,
    context: { ...context(), 'aws:cdk:enable-asset-metadata': true },
  });
  new GatewayFunction(new Stack(app, 'Functions'), 'Check', {
    stage: deployed('dev'),
    description: 'Sends mails',
    code: 'sign-up-mail',
    memory: 256,
    timeout: Duration.seconds(5),
    variables: {},
    settings,
    grants: [],
  });
  const { Resources } = app.synth().getStackByName('Functions').template;
  const id = Object.keys(Resources).find((logicalId) => logicalId.startsWith('CheckFunction')) ?? '';
  const { Properties, Metadata } = Resources[id];
  const beside = readFileSync(join(outdir, Metadata['aws:asset:path'], 'settings.json'), 'utf8');
  return { hash: Properties.Code.S3Key, settings: JSON.parse(beside) };
}

describe('the settings beside a bundle', () => {
  const first = bundle('plain', readByFunctions);

  test('are those that functions read', () => expect(first.settings).toEqual(readByFunctions));

  test('give the same asset in a folder with any name, such as on another machine', () => {
    expect(bundle("it's here", readByFunctions)).toEqual(first);
  });

  test('change the asset when they change, so that it is deployed', () => {
    const closed = { ...readByFunctions, signUp: 'closed' as const };
    const { hash, settings } = bundle('plain', closed);
    expect(settings).toEqual(closed);
    expect(hash).not.toBe(first.hash);
  });
});
