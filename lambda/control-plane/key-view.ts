import type { Key } from '../../src/keys/directory.ts';
import { limitsAt } from '../../src/keys/started-with.ts';
import type { Limits } from '../../src/limits/limits.ts';
import { lastUsedAt } from '../../src/usage/last-used.ts';
import type { Context } from './parts.ts';
import { type KeyFigures, type KeyShape, toKeyShape } from './shapes/key.ts';

/** A key as the API shows it, with what other tables know of it. */
export async function viewKey(key: Key, { plan, parts }: Context): Promise<KeyShape> {
  const limits = limitsAt(plan.limits, key.startedWith, parts.clock());
  // A new secret is shown once: figures that cannot be read must not cost its owner the answer with the secret.
  const figures = await figuresOf(key.keyId, limits, parts).catch((error: unknown) => {
    parts.log.warn('key_figures_unknown', { keyId: key.keyId, detail: String(error) });
    return undefined;
  });
  return toKeyShape(key, limits, figures, parts.clock());
}

async function figuresOf(keyId: string, limits: Limits, parts: Context['parts']): Promise<KeyFigures> {
  const [limitStatus, lastUsed] = await Promise.all([
    parts.admissions.limitStatus(keyId, limits),
    lastUsedAt(parts.usage, [keyId]),
  ]);
  return { limitStatus, lastUsedAt: lastUsed.get(keyId) };
}
