import type { Key } from '../../src/directory/directory-items.ts';
import { effectiveLimits } from '../../src/keys/key-slots.ts';
import type { Limits } from '../../src/limits/limit-status.ts';
import { lastUsedAt } from '../../src/usage/last-used.ts';
import type { OperationContext } from './operation.ts';
import { type KeyFigures, type KeyView, toKeyView } from './schemas/key-schema.ts';

/** A key as the API shows it, with what other tables know of it. */
export async function loadKeyView(key: Key, { plan, deps: parts }: OperationContext): Promise<KeyView> {
  const limits = effectiveLimits(plan.limits, key.startedWith, parts.clock());
  // A new secret is shown once: figures that cannot be read must not cost its owner the answer with the secret.
  const figures = await figuresOf(key.keyId, limits, parts).catch((error: unknown) => {
    parts.log.warn('key_figures_unknown', { keyId: key.keyId, detail: String(error) });
    return undefined;
  });
  return toKeyView(key, limits, figures, parts.clock());
}

async function figuresOf(keyId: string, limits: Limits, parts: OperationContext['deps']): Promise<KeyFigures> {
  const [limitStatus, lastUsed] = await Promise.all([
    parts.admissions.limitStatus(keyId, limits),
    lastUsedAt(parts.usage, [keyId]),
  ]);
  return { limitStatus, lastUsedAt: lastUsed.get(keyId) };
}
