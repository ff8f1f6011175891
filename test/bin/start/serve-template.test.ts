import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { serveTemplate } from '../../../bin/start/serve-template.ts';
import { settings } from '../../support/settings.ts';
import { sharedAssembly } from '../../support/shared-assembly.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isClosed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(true)).once('connect', () => resolve(!socket.destroy()));
  });

test('a template that lacks an output of an instance is refused, and nothing keeps running', async () => {
  const template = await sharedAssembly({ outDir: join(folder, 'cdk.out'), stage: 'dev', settings });
  const { Outputs, ...others } = JSON.parse(readFileSync(template, 'utf8'));
  const { UserPoolClientId: _, ...lacking } = Outputs;
  writeFileSync(template, JSON.stringify({ ...others, Outputs: lacking }));
  let dynamodb = '';
  const fillTables = async (_outputs: unknown, url: string) => {
    dynamodb = url;
  };
  await expect(serveTemplate({ template, instances: { '': { settings } }, fillTables })).rejects.toThrow(
    'UserPoolClientId',
  );
  expect(await isClosed(Number(new URL(dynamodb).port))).toBe(true);
});
