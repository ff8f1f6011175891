import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findJava } from '../../dynamodb/amazon-engine.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-java-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A JAVA_HOME whose java says it is of this version. */
async function homeOf(version: string): Promise<string> {
  const home = join(folder, version);
  await mkdir(join(home, 'bin'), { recursive: true });
  await writeFile(join(home, 'bin', 'java'), `#!/bin/sh\necho '${version}' >&2\n`, { mode: 0o755 });
  return home;
}

describe('findJava', () => {
  test.each(['openjdk version "17.0.15" 2025-04-15', 'java version "21" 2023-09-19', 'openjdk version "26-ea"'])(
    'takes %s',
    async (version) => {
      const home = await homeOf(version);
      expect(await findJava({ JAVA_HOME: home })).toBe(join(home, 'bin', 'java'));
    },
  );

  test.each(['java version "1.8.0_402"', 'openjdk version "11.0.22" 2024-01-16', 'openjdk version "16.0.2"', 'what?'])(
    'refuses %s as too old or unknown, and says what to install',
    async (version) => {
      const message = expect.stringMatching(/Java 17 or later.*Install a JRE/s);
      const home = await homeOf(version);
      await expect(findJava({ JAVA_HOME: home })).rejects.toMatchObject({ code: 'java_too_old', message });
    },
  );

  test('says that Java is missing, and what to install', async () => {
    const message = expect.stringMatching(/^java cannot be run.*Java 17 or later.*Install a JRE/s);
    await expect(findJava({ PATH: folder })).rejects.toMatchObject({ code: 'java_missing', message });
  });

  test('finds the Java of the PATH', async () => {
    const home = await homeOf('openjdk version "21.0.1"');
    expect(await findJava({ PATH: join(home, 'bin') })).toBe('java');
  });
});
