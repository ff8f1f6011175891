import * as v from 'valibot';

/** The letters before the underscore of each secret. `slt_` begins account tokens (src/tokens). */
export const secretPrefix = v.pipe(
  v.string(),
  v.regex(
    /^(?!slt$)[a-z]{2,8}$/i,
    "must be 2 to 8 letters, without the underscore that follows them, and not 'slt', with which account tokens begin",
  ),
);

/** What happens when somebody reports that a secret is leaked. */
const leakResponse = v.picklist(['off', 'report', 'revoke']);

/** docs/leaked-keys.md */
export const leakedKeysSchema = v.strictObject({
  /** Everybody who has the secret can report it (`POST /v1/key/revoke`). */
  byHolder: v.optional(leakResponse, 'report'),
  /** GitHub's secret scanning partner programme reports it (`POST /v1/leaks/github`). */
  byGitHub: v.optional(leakResponse, 'off'),
  /** Only for tests. Default: the list with the public keys that sign GitHub's reports. */
  gitHubKeysUrl: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\//, 'must begin with https://'))),
});
