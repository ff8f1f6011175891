import * as v from 'valibot';

/** Names become ids in CloudFormation and CloudWatch, which must begin with a letter. */
export const isName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** @param why the reason for the upper bound */
export function wholeNumber(least: number, most: number, { why }: { why?: string } = {}) {
  const notMore = `must be at most ${most.toLocaleString('en-US')}${why ? `: ${why}` : ''}`;
  return v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, notMore),
  );
}

export const email = v.pipe(v.string(), v.email('must be an email address, for example ops@example.com'));

export const hostName = v.pipe(
  v.string(),
  v.regex(
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
    'must be a host name in lower case, for example example.com',
  ),
);

export const headerName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9!#$%&'*+.^_`|~-]{1,256}$/,
    "must be the name of a header in lower case, for example 'x-request-source'",
  ),
);

/** An address that customers open. */
export const webAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https:\/\//.test(text), 'must be an https URL'),
);

export const region = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, for example eu-central-1'),
);

/** Not an alias: a permission names the key itself. */
export const kmsKeyArn = v.pipe(
  v.string(),
  v.regex(
    /^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/,
    'must be the ARN of a KMS key, not of an alias: arn:aws:kms:REGION:ACCOUNT:key/…',
  ),
);

/** The days for which CloudWatch Logs can keep a log (PutRetentionPolicy). */
export const logRetentionDays = v.picklist(
  [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
  'must be a number of days that CloudWatch Logs offers, such as 30, 90, 180, 365, 400, 731 or 3653',
);

/** A tag's key and value ("Tag your AWS resources"); keys that begin with `aws:` are AWS's own. */
export const tags = v.record(
  v.pipe(
    v.string(),
    v.regex(
      /^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/iu,
      'must have 1 to 128 letters, digits, spaces and _ . : / = + - @',
    ),
  ),
  v.pipe(
    v.string(),
    v.regex(
      /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u,
      'must have at most 256 letters, digits, spaces and _ . : / = + - @',
    ),
  ),
);

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217, in lower case as Stripe writes it. */
export const currencyCode = v.pipe(
  v.string(),
  v.check(
    (text) => text === text.toLowerCase() && currencies.has(text.toUpperCase()),
    "must be a currency's ISO code in lower case, for example 'eur'",
  ),
);
