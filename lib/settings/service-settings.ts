import * as v from 'valibot';
import { webAddress } from './setting-types.ts';

const contact = v.pipe(
  v.string(),
  v.regex(/^(https:\/\/|mailto:\S+@)\S+$/, 'must be an https URL, or mailto:help@example.com'),
);

/** Who offers the gateway, and where it can be asked. */
export const serviceSchema = v.strictObject({
  /** What customers read in the dashboard and in mails. */
  name: v.pipe(
    v.string(),
    v.regex(/^[^\p{C}<>{}]{1,40}$/u, 'must have 1 to 40 characters, without < > { } and line breaks'),
  ),
  /** The path of an SVG, PNG or WebP file, relative to the settings file. Default: the name alone. */
  logo: v.optional(v.pipe(v.string(), v.regex(/\.(svg|png|webp)$/, 'must be the path of an .svg, .png or .webp file'))),
  /** Where customers get help: an https or mailto URL. */
  support: v.optional(contact),
  /** Where vulnerabilities are reported, in security.txt: an https or mailto URL. Default: `support`. */
  security: v.optional(contact),
  /** The terms of service. */
  terms: v.optional(webAddress),
  /** The base URL of the types of the management API's problems (RFC 9457). There need not be a page. */
  problemTypes: v.pipe(
    webAddress,
    v.check((url) => !url.endsWith('/'), "must not end with '/'"),
  ),
});
