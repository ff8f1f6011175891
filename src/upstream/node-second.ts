import { builtIn } from '../runtime/built-in.ts';
import type { Item, UpdateRequest } from '../table/item-table.ts';
import { type EpochMs, epochSecond, minuteMs } from '../time.ts';
import type { GroupCalls } from './fair-share.ts';

const { crc32 } = builtIn('node:zlib');

/** With so many, the item stays below 1 KB, one write unit. */
const groups = 64;

/** The expiry deletes them free of charge. */
const keepSeconds = 3_600;

/** The group of an account. In the next minute it shares one with others. */
export const groupOf = (accountId: string, at: EpochMs): number =>
  crc32(`${accountId} ${Math.floor(at / minuteMs)}`) % groups;

/** The item that counts a node's calls of one second of all processes. */
export const secondKey = (node: string, second: number) => ({ pk: `calls to ${node}#${second}` });

/** A number in the item; 0 if it has none. `g7`: calls of group 7. `r7`: some were refused. `perGroup`: see fair-share.ts. */
export const numberIn = (item: Item | undefined, name: string): number => Number(item?.[name] ?? 0);

/** The groups that asked for calls. */
export const groupsIn = (item: Item | undefined): GroupCalls[] =>
  Array.from({ length: groups }, (_, group) => ({
    sent: numberIn(item, `g${group}`),
    wasRefused: numberIn(item, `r${group}`) > 0,
  })).filter(({ sent, wasRefused }) => sent > 0 || wasRefused);

type CallsOfGroup = { readonly node: string; readonly at: EpochMs; readonly group: number; readonly calls: number };

/** Counts calls that are sent whatever the limit is. */
export const countUpdate = ({ node, at, group, calls }: CallsOfGroup) => ({
  key: secondKey(node, epochSecond(at)),
  update: `ADD sent :calls, g${group} :calls SET expiresAt = :expiresAt`,
  values: { ':calls': calls, ':expiresAt': epochSecond(at) + keepSeconds },
});

/** Counts calls if the node has room for all of them, and their group has not had its share. */
export function takeUpdate(calls: CallsOfGroup, limit: number): UpdateRequest {
  const group = `g${calls.group}`;
  const hasRoom = '(attribute_not_exists(sent) OR sent <= :most)';
  const hasShare = `(attribute_not_exists(${group}) OR attribute_not_exists(perGroup) OR ${group} < perGroup)`;
  const { key, update, values } = countUpdate(calls);
  return { key, update, values: { ...values, ':most': limit - calls.calls }, condition: `${hasRoom} AND ${hasShare}` };
}

/** Sets a number in the item. */
export const setUpdate = (node: string, at: EpochMs, name: string, value: number): UpdateRequest => ({
  key: secondKey(node, epochSecond(at)),
  update: `SET ${name} = :value, expiresAt = :expiresAt`,
  values: { ':value': value, ':expiresAt': epochSecond(at) + keepSeconds },
});
