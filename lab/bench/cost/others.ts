/** A published plan of somebody who offers the same with nodes of their own. */
export type OtherPlan = {
  readonly name: string;
  readonly dollarsPerMonth: number;
  /** Calls of a common read that a month of it has. */
  readonly callsPerMonth: number;
  readonly source: string;
};

const helius = 'helius.dev/docs/billing/credits: a standard RPC call is 1 credit';
const quickNode =
  'quicknode.com/api-credits: a Solana call is 30 credits; plans as solidpeer.io/docs/pricing lists them';

/** Plans of others, by what a million calls of them cost when all are made. */
export const otherPlans: readonly OtherPlan[] = [
  { name: 'Helius Developer', dollarsPerMonth: 49, callsPerMonth: 10e6, source: helius },
  { name: 'Helius Business', dollarsPerMonth: 499, callsPerMonth: 100e6, source: helius },
  { name: 'Helius Professional', dollarsPerMonth: 999, callsPerMonth: 200e6, source: helius },
  { name: 'QuickNode Build', dollarsPerMonth: 49, callsPerMonth: 80e6 / 30, source: quickNode },
  { name: 'QuickNode Scale', dollarsPerMonth: 499, callsPerMonth: 950e6 / 30, source: quickNode },
  { name: 'QuickNode Business', dollarsPerMonth: 999, callsPerMonth: 2_000e6 / 30, source: quickNode },
];
