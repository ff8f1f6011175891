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

/** What the item says. */
export type NodeSecond = {
  readonly sent: number;
  readonly groups: ReadonlyMap<number, GroupCalls>;
  /** See {@link fairShare}. */
  readonly perGroup: number | undefined;
};

export function readNodeSecond(item: Item | undefined): NodeSecond {
  const count = (name: string): number => {
    const value = item?.[name];
    return typeof value === 'number' ? value : 0;
  };
  const names = Object.keys(item ?? {}).filter((name) => /^[gr]\d+$/.test(name));
  const found = new Set(names.map((name) => Number(name.slice(1))));
  return {
    sent: count('sent'),
    groups: new Map([...found].map((g) => [g, { sent: count(`g${g}`), wasRefused: count(`r${g}`) > 0 }])),
    perGroup: count('perGroup') || undefined,
  };
}

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

export const refusalUpdate = ({ node, at, group }: Omit<CallsOfGroup, 'calls'>): UpdateRequest => ({
  key: secondKey(node, epochSecond(at)),
  update: `SET r${group} = :refused, expiresAt = :expiresAt`,
  values: { ':refused': 1, ':expiresAt': epochSecond(at) + keepSeconds },
});

export const shareUpdate = (node: string, at: EpochMs, perGroup: number): UpdateRequest => ({
  key: secondKey(node, epochSecond(at)),
  update: 'SET perGroup = :perGroup, expiresAt = :expiresAt',
  values: { ':perGroup': perGroup, ':expiresAt': epochSecond(at) + keepSeconds },
});
