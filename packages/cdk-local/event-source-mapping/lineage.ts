import type { Checkpoints } from './checkpoints.ts';
import type { Shard } from './stream.ts';

/**
 * Whether a shard may be read: it has not ended, and neither is its parent still to be read (DynamoDB Developer Guide:
 * parents are read before their children). One who begins at the latest record needs no parent.
 */
export function isItsTurn(
  shardId: string,
  shards: readonly Shard[],
  checkpoints: Checkpoints,
  position: 'TRIM_HORIZON' | 'LATEST',
): boolean {
  if (checkpoints.get(shardId) === 'ended') return false;
  if (position === 'LATEST') return true;
  const parentId = shards.find(({ id }) => id === shardId)?.parentId;
  const parentIsThere = shards.some(({ id }) => id === parentId);
  return parentId === undefined || !parentIsThere || checkpoints.get(parentId) === 'ended';
}
