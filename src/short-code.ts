import { builtIn } from './runtime/built-in.ts';

const { crc32 } = builtIn('node:zlib');

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const codeLength = 3;

/** Three letters or digits for a longer name. They depend on the name alone, so lists of names may change. */
export function shortCode(name: string): string {
  let code = '';
  for (let rest = crc32(name); code.length < codeLength; rest = Math.floor(rest / digits.length)) {
    code += digits[rest % digits.length];
  }
  return code;
}
