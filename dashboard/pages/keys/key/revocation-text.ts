import type { Key } from '../../../api/api.ts';

const revokers: Readonly<Record<string, string>> = {
  customer: 'by you',
  operator: 'by the operator',
  billing: 'because your plan allows fewer keys',
  system: 'by the service',
  holder: 'after a report that its secret has leaked',
  github: 'because GitHub found its secret in a public place',
};

/** How a key came to be revoked: `by you`, `by the token “CI”`. An unknown way of a later release is named by its code. */
export const revocationText = ({ by, tokenName }: NonNullable<Key['revoked']>): string =>
  tokenName === null ? (revokers[by] ?? `by ${by}`) : `by the token “${tokenName}”`;
