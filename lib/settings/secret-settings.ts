import * as v from 'valibot';

/** The letters before the underscore of each secret. `slt_` begins account tokens (src/tokens). */
export const secretPrefix = v.pipe(
  v.string(),
  v.regex(
    /^(?!slt$)[a-z]{2,8}$/i,
    "must be 2 to 8 letters, without the underscore that follows them, and not 'slt', with which account tokens begin",
  ),
);
