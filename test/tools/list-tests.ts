import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parseJson } from '../../src/schema.ts';

/** Arguments of Node that run jest. */
export const jest: readonly string[] = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url)),
];

const paths = v.array(v.string());

/** The paths of the tests that jest would run with these arguments. None if it refuses them: it says so when it runs. */
export function listTests(args: readonly string[]): readonly string[] {
  // With --outputFile, jest prints no list; and when it watches, it does not end.
  const chosen = args.filter((arg) => !/^--(json|outputFile=.*|watch|watchAll)$/.test(arg));
  const { stdout } = spawnSync(process.execPath, [...jest, ...chosen, '--listTests', '--json'], { encoding: 'utf8' });
  const listed = v.safeParse(paths, parseJson(stdout));
  return listed.success ? listed.output : [];
}
