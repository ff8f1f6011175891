import { builtIn } from '../built-in.ts';
import { chains } from '../chains/chains.ts';
import { noMethod, otherMethod } from '../records/tally-name.ts';

const { crc32 } = builtIn('node:zlib');

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How many characters a code has. */
export const methodCodeLength = 3;

/**
 * The code of a method, by which counters name it: an update is billed by the whole item's size. A code depends on the name
 * alone, so lists of methods may grow and change their order. A test checks that no two methods of all chains share one.
 */
export function methodCode(method: string): string {
  let code = '';
  for (let rest = crc32(method); code.length < methodCodeLength; rest = Math.floor(rest / digits.length)) {
    code += digits[rest % digits.length];
  }
  return code;
}

/** Every name that a tally may count a method under. */
export const talliedMethods: ReadonlySet<string> = new Set([
  ...Object.values(chains).flatMap(({ methods }) => [...methods]),
  otherMethod,
  noMethod,
]);

const methodsByCode = new Map([...talliedMethods].map((method) => [methodCode(method), method]));

/** The method of a code; `other` where no chain lists the method now. */
export const methodOfCode = (code: string): string => methodsByCode.get(code) ?? otherMethod;
