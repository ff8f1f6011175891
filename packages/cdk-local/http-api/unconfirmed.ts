/**
 * Assumptions about HTTP APIs that neither AWS's documentation nor a captured answer confirms. All of them are in this
 * file, so that one run against a deployed stage can correct them here.
 */
export const unconfirmed = {
  /** The status of the answer to a CORS preflight. */
  preflightStatus: 204,
  /** Whether the gateway's own answers (401, 403, 404, 429, 5xx) have the CORS headers. */
  corsOnOwnAnswers: true,
  /**
   * Whether /x/{rest+} also takes /x/, without a value of the variable. A public report says so (pull request 166 of
   * storacha/w3infra).
   */
  greedyVariableMayBeEmpty: true,
  /** The answer to a request over the stage's throttle. */
  throttled: { status: 429, message: 'Too Many Requests' },
  /** A body over 10 MB, or an event over Lambda's 6 MB. */
  tooLarge: { status: 413, message: 'Request Entity Too Large' },
  /** Request line and headers over 10,240 bytes. */
  headersTooLarge: { status: 431, message: 'Request Header Fields Too Large' },
  /** A path whose percent-encoding cannot be decoded. */
  malformedPath: { status: 400, message: 'Bad Request' },
  /** The Content-Type of an integration's answer without one. */
  contentTypeWhenMissing: 'text/plain;charset=UTF-8',
  /** Whether a body of type application/*+json is text. */
  jsonSuffixIsText: false,
  /** Whether `$context.authorizer.*` shows the context of an authorizer that denied. */
  logsContextOfDenial: false,
  /**
   * Descriptions of refused tokens in the www-authenticate header of a JWT authorizer, apart from the two known ones
   * (jwt-authorizer.ts). The form of the header is known.
   */
  tokenFaults: {
    unreadable: 'the token cannot be decoded',
    algorithm: 'the token has an unsupported signing algorithm',
    key: 'the token was signed with an unknown key',
    signature: 'the token has an invalid signature',
    issuer: 'the token does not have a valid issuer',
    expired: 'the token has expired',
    notYetValid: 'the token is not valid yet',
    scope: 'the token does not have a required scope',
  },
  /** A token without any of the route's scopes. */
  insufficientScope: { status: 403, message: 'Forbidden' },
  /** A claim that is an object, as text. */
  claimObject: (value: object): string => JSON.stringify(value),
} as const;
