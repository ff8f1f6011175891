import { deserialize, serialize } from 'node:v8';
import * as v from 'valibot';
import type { FakeState } from './fake-state.ts';

/** Raised when objects change their members in a way that older ones do not fit. */
const format = 1;

const schema = v.object({
  format: v.literal(format),
  ahead: v.number(),
  now: v.number(),
  lastId: v.number(),
  /** The entries of each Map, by its name. */
  maps: v.record(v.string(), v.array(v.tuple([v.string(), v.unknown()]))),
});

/** Text that is no state of this version of the fake. */
export class SavedStateError extends Error {
  override readonly name = 'SavedStateError';
  readonly code = 'invalid_saved_state';
}

// Not JSON: some Maps share objects, which have to be the same objects again.
export function saveState(state: FakeState, ahead: number): Uint8Array {
  const { now, lastId } = state;
  const maps = Object.fromEntries(mapsOf(state).map(([name, map]) => [name, [...map]]));
  return serialize({ format, ahead, now, lastId, maps });
}

/**
 * Fills an empty state.
 * @returns how far its time is ahead, in milliseconds
 * @throws {SavedStateError}
 */
export function restoreState(state: FakeState, saved: Uint8Array): number {
  const { ahead, now, lastId, maps } = read(saved);
  for (const [name, map] of mapsOf(state)) for (const [key, value] of maps[name] ?? []) map.set(key, value);
  Object.assign(state, { now, lastId });
  return ahead;
}

function read(saved: Uint8Array): v.InferOutput<typeof schema> {
  try {
    return v.parse(schema, deserialize(saved));
  } catch (cause) {
    throw new SavedStateError('The saved state is damaged, or of another version of the fake.', { cause });
  }
}

const mapsOf = (state: FakeState): [string, Map<string, unknown>][] =>
  Object.entries(state).filter(([, value]) => value instanceof Map);
