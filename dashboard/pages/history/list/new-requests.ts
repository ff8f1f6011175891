import { formatCount } from '../../../format/numbers.ts';

/** How many requests came in, where there is little room: `3 new`, `100+ new`. */
export const newCount = (count: number, hasMore: boolean): string => `${formatCount(count)}${hasMore ? '+' : ''} new`;

/** How many requests came in: `1 new request`, `3 new requests`, `100+ new requests`. */
export const newRequests = (count: number, hasMore: boolean): string =>
  `${newCount(count, hasMore)} ${count === 1 && !hasMore ? 'request' : 'requests'}`;
