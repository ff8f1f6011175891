/** The secrets a hostile client knows: they may stand anywhere in what it sends. */
export type KnownSecrets = {
  readonly active: string;
  readonly limited: string;
  readonly revoked: string;
  readonly unknown: string;
};
