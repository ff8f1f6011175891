// How far a counter has counted: the sequence number of the last record in it, of the partition of Records that feeds it.

/** Sequence numbers are decimal strings of up to 40 digits (AWS): padded, they compare as text as they do as numbers. */
export const toPosition = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

/**
 * The attribute that holds a counter's position. A counter is fed by one partition of Records, `key#day`, or by one for
 * each shard of it, `key#day#shard`: then it has a position for each.
 */
export function positionAttribute(partition: string): string {
  const shard = partition.split('#')[2];
  return shard === undefined ? 'position' : `position#${shard}`;
}
