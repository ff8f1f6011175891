import type { Key } from '../directory/directory-items.ts';
import { readKeyFigures } from '../keys/key-figures.ts';
import { effectiveLimits, lessOfDay } from '../keys/key-slots.ts';
import type { OperationContext } from './operation.ts';
import { type KeyView, toKeyView } from './schemas/key-schema.ts';

/** A key in a response, with its figures from the Admissions and Usage tables. */
export async function loadKeyView(key: Key, { account, plan, deps }: OperationContext): Promise<KeyView> {
  const limits = plan && effectiveLimits(plan.limits, lessOfDay(account, key), deps.clock());
  // The response may carry a new secret, which is shown only once: unreadable figures must not lose it.
  const figures = await readKeyFigures(key.keyId, deps).catch((error: unknown) => {
    deps.log.warn('key_figures_unknown', { keyId: key.keyId, detail: String(error) });
    return undefined;
  });
  return toKeyView(key, limits, figures, deps.clock());
}
