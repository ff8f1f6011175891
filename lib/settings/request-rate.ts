/**
 * Regions in which an account gets 2,500 requests a second by default, with a burst of 1,250 (Amazon API Gateway quotas,
 * "API Gateway account-level quotas, per Region").
 */
const smallRegions: ReadonlySet<string> = new Set([
  'af-south-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
]);

/** What all APIs of an account together answer in a region, unless AWS has raised it. */
export const defaultRequestsPerSecond = (region: string): number => (smallRegions.has(region) ? 2_500 : 10_000);

/** Requests per second on average, and in a burst. */
export type Throttle = { readonly rateLimit: number; readonly burstLimit: number };

/** A burst of half the rate, as in AWS's own quotas. */
export const throttleOf = (rateLimit: number): Throttle => ({ rateLimit, burstLimit: Math.ceil(rateLimit / 2) });

/** Of the RPC API, in requests per second. dev: above the fastest plan, so that a key reaches its own limit first. */
export const stageRates = { dev: 5_000, prod: 10_000 } as const;

type RateSources = {
  /** The setting `requestsPerSecond`. */
  readonly setting: number | undefined;
  readonly ofStage: number;
  /** Undefined if the stack can be deployed to any. */
  readonly region: string | undefined;
};

/** What the RPC API answers a second: the setting, or else the stage's rate and no more than the region gives. */
export const requestRate = ({ setting, ofStage, region }: RateSources): number =>
  setting ?? Math.min(ofStage, region === undefined ? ofStage : defaultRequestsPerSecond(region));
