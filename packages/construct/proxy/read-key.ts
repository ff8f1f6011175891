import { readFileSync, statSync } from 'node:fs';
import { ProxyError } from './proxy-error.ts';

/** The environment variable with the key. */
export const keyVariable = 'RPC_API_KEY';

/** Everything but the owner's rights. */
const rightsOfOthers = 0o077;

/**
 * The secret of the key, from a file that only its owner can read, or from the environment.
 * @throws {ProxyError} which never shows the secret
 */
export function readKey(file: string | undefined, environment: Readonly<Record<string, string | undefined>>): string {
  const [text, source] = file === undefined ? [environment[keyVariable], keyVariable] : [readPrivateFile(file), file];
  if (text === undefined) {
    throw new ProxyError('invalid_usage', `No key was given. Set ${keyVariable}, or name a file with --key-file.`);
  }
  const key = text.trim();
  // What an HTTP header can carry: a line break would end it.
  if (!/^[\x21-\x7e]{1,256}$/.test(key)) {
    throw new ProxyError('refused', `${source} does not have one secret of letters, digits and an underscore.`);
  }
  return key;
}

function readPrivateFile(path: string): string {
  try {
    // Windows has no such modes.
    const shared = process.platform === 'win32' ? 0 : statSync(path).mode & rightsOfOthers;
    if (shared !== 0) {
      throw new ProxyError('refused', `Other users can read or change ${path}. Run: chmod 600 ${path}`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ProxyError) throw error;
    throw new ProxyError('refused', `The key file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
