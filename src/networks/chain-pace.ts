import { isBoolean, isNumber, isObjectOf, isOptional, type Schema } from '../schema.ts';
import { type EpochMs, hourMs, minuteMs } from '../time.ts';

/** A height, and when a node reported it. */
export type HeightAt = { readonly height: number; readonly at: EpochMs };

/** How the chain of a network moves, by the height of its best node. */
export type ChainPace = HeightAt & {
  /** When the height last changed, by the pace. */
  readonly movedAt: EpochMs;
  /** No new block for longer than the network allows. */
  readonly stalled: boolean;
  /** How long a block takes, in ms, as measured; undefined before the first measurement. */
  readonly blockMs?: number | undefined;
  /** Where the measurement that is under way began. */
  readonly from: HeightAt;
};

const isHeightAt: Schema<HeightAt> = isObjectOf({ height: isNumber, at: isNumber });

export const isChainPace: Schema<ChainPace> = isObjectOf({
  height: isNumber,
  at: isNumber,
  movedAt: isNumber,
  stalled: isBoolean,
  blockMs: isOptional(isNumber),
  from: isHeightAt,
});

/** A measurement is as long as its error is small: the height is a whole number, and its reading takes a moment. */
const measured = { atLeastMs: minuteMs, atLeastBlocks: 20 } as const;

/** A longer pause of watch says nothing about the time between. */
const longestPauseMs = 3 * minuteMs;

/** More than an hour of blocks between two checks: the node is on another chain, or was away. */
export const isJump = (blocks: number, blockMs: number): boolean => Math.abs(blocks) * blockMs > hourMs;

type PaceLimits = { readonly blockMs: number; readonly stalledAfterMs: number };

/** The pace after a check. @param best undefined if no node has reported its height */
export function nextPace(
  before: ChainPace | undefined,
  best: HeightAt | undefined,
  { blockMs, stalledAfterMs }: PaceLimits,
): ChainPace | undefined {
  if (!best) return before;
  if (!before) return { ...best, movedAt: best.at, stalled: false, from: best };
  const blocks = best.height - before.height;
  const isContinuous =
    blocks >= 0 &&
    !isJump(blocks, before.blockMs ?? blockMs) &&
    best.at - before.at <= longestPauseMs &&
    !(before.stalled && blocks > 0);
  // A chain that made fewer blocks than its pace promises has stopped in between.
  const lastBlockAt = before.at + blocks * (before.blockMs ?? blockMs);
  const movedAt = blocks === 0 ? before.movedAt : isContinuous ? Math.min(lastBlockAt, best.at) : best.at;
  return {
    ...best,
    movedAt,
    stalled: blocks === 0 && best.at - movedAt > stalledAfterMs,
    ...(isContinuous ? measure(before, best) : { blockMs: before.blockMs, from: best }),
  };
}

function measure({ blockMs, from, height }: ChainPace, best: HeightAt): Pick<ChainPace, 'blockMs' | 'from'> {
  const [ms, blocks] = [best.at - from.at, best.height - from.height];
  // A measurement ends with a block: whether the chain has stalled is not known before.
  const isEnough = best.height > height && ms >= measured.atLeastMs && blocks >= measured.atLeastBlocks;
  return isEnough ? { blockMs: Math.round((ms / blocks) * 10) / 10, from: best } : { blockMs, from };
}

/** The height that a node has at this time if it moves with its chain. */
export const heightAt = ({ height, at }: HeightAt, time: EpochMs, blockMs: number): number =>
  height + (time - at) / blockMs;
