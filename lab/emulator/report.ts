import type { Removed } from './deployable-assembly.ts';
import { lacks } from './lacking-resources.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints what was found. @throws if it is not as expected */
export function expect(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [found, expected].map((each) => JSON.stringify(each));
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}.`);
  print(`  ok   ${what}: ${is}`);
}

/**
 * Prints what was not tried. Whatever else the emulator lacks has failed a deployment.
 * @throws if all parts ran, and the list has what no template needs
 */
export function reportLacks(removed: readonly Removed[], { complete }: { readonly complete: boolean }): void {
  print('\nministack cannot create:');
  for (const lack of lacks) {
    const count = Math.max(...removed.map((each) => each.get(lack) ?? 0));
    const what = lack.property === undefined ? lack.type : `${lack.type} with ${lack.property}`;
    if (count > 0) print(`  ${String(count).padStart(3)} ${what}: ${lack.untried}`);
    else if (complete) throw new Error(`No template has ${what}: take it off the list of what ministack lacks.`);
  }
}
