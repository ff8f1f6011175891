import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const client = fileURLToPath(new URL('../../../dashboard/client/', import.meta.url));
const document = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const generator = createRequire(join(client, 'package.json')).resolve('openapi-typescript/package.json');

describe('the generated client', () => {
  test('is up to date with docs/openapi.json; `npm run openapi` updates it', async () => {
    const command = [join(dirname(generator), 'bin/cli.js'), document, '--output', join(client, 'paths.ts'), '--check'];
    await expect(promisify(execFile)(process.execPath, command, { cwd: client })).resolves.toBeDefined();
  });
});
