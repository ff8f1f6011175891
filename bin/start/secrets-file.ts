import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { OptionsError } from './options.ts';

const secrets = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.record(v.string(), v.unknown())));

/**
 * Reads the file of `--secrets`: the values of the nodes' secrets by their names, as they are in Secrets Manager. The
 * error never quotes the file.
 * @throws {OptionsError}
 */
export function readSecretsFile(path: string): Readonly<Record<string, string>> {
  const read = v.safeParse(secrets, textOf(path));
  if (!read.success) {
    throw new OptionsError(`--secrets ${path}: must have JSON like {"SECRET-NAME": {"headers": {"x-token": "…"}}}.`);
  }
  return Object.fromEntries(Object.entries(read.output).map(([name, value]) => [name, JSON.stringify(value)]));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new OptionsError(`--secrets ${path}: the file cannot be read.`);
  }
}
