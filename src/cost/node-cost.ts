/** Tries that some providers charge and others do not: faults of the node itself, and refused calls. */
export const chargeableFaults = ['failed', 'refused'] as const;

/** What the provider of a node charges, in its credits. */
export type NodeCost = {
  readonly dollarsPerMillionCredits: number;
  /** Credits of a call. Default: 1. */
  readonly credits?: number | undefined;
  /** Credits of a call of a method, or of each method of a group. A method's own number counts before its group's. */
  readonly creditsOf?: Readonly<Record<string, number>> | undefined;
  /** What the provider charges besides calls that it answered, calls without an answer and cancelled ones. */
  readonly alsoCharged?: readonly (typeof chargeableFaults)[number][] | undefined;
};
