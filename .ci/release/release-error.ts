/** A release that cannot be made as asked for. The message says why and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
