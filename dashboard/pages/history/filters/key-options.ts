import type { Key } from '../../../api/api.ts';
import { keyLabels } from '../../../format/key-labels.ts';
import { formatRelative } from '../../../format/times.ts';
import { mostKeys } from '../history-search.ts';
import type { ComboOption } from './combo-field.tsx';

/** The id of the option that chooses no key in particular. */
export const allKeys = '';

/** “All keys” and the keys whose name or id has this text, with the chosen ones marked. */
export function keyOptions(
  keys: readonly Key[],
  chosen: readonly string[],
  text: string,
  now: number,
): readonly ComboOption[] {
  const wanted = text.trim().toLowerCase();
  const matching = keys.filter(({ name, keyId }) => `${name} ${keyId}`.toLowerCase().includes(wanted));
  const labels = keyLabels(keys);
  const options = matching.map((key) => ({
    id: key.keyId,
    text: labels.get(key.keyId) ?? key.name,
    hint: hintOf(key, now),
    isChosen: chosen.includes(key.keyId),
  }));
  return wanted === ''
    ? [{ id: allKeys, text: 'All keys', hint: '', isChosen: chosen.length === 0 }, ...options]
    : options;
}

/** The chosen keys after a pick. No more are chosen than one list can have. */
export function toggled(chosen: readonly string[], picked: string): readonly string[] {
  if (picked === allKeys) return [];
  if (chosen.includes(picked)) return chosen.filter((id) => id !== picked);
  return chosen.length < mostKeys ? [...chosen, picked] : chosen;
}

/** The chosen keys in a few words. */
export function chosenText(chosen: readonly string[], nameOf: (keyId: string) => string): string {
  const [first, ...others] = chosen;
  if (first === undefined) return 'All keys';
  return others.length === 0 ? nameOf(first) : `${chosen.length} keys`;
}

function hintOf({ state, lastUsedAt }: Key, now: number): string {
  if (state === 'revoked') return 'revoked';
  // The page's clock is a little behind the service's.
  return lastUsedAt === null ? 'not used yet' : `used ${formatRelative(Math.min(Date.parse(lastUsedAt), now), now)}`;
}
