import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../template/template.ts';
import { firstValueOf } from './generate.ts';
import { type Secrets, secretName } from './secrets.ts';

/**
 * The template's secrets with their values. A value is made when its secret is, and kept in a file of `folder`, readable
 * by its owner alone, so that a restart finds it again.
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export function openSecrets(template: Template, folder: string): Secrets {
  const secrets = new Map<string, string>();
  for (const resource of template.ofType('AWS::SecretsManager::Secret')) {
    const file = join(folder, resource.logicalId);
    const value = existsSync(file) ? readFileSync(file, 'utf8') : firstValueOf(resource);
    if (value === undefined) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, value, { mode: 0o600 });
    secrets.set(secretName(resource.ref), value);
  }
  return secrets;
}
