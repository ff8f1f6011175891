import * as v from 'valibot';

const supportLink = v.pipe(v.string(), v.url(), v.regex(/^(https|mailto):/, 'must be an https or mailto URL'));

const configSchema = v.object({
  /** The management API's URL, absolute or relative to the dashboard. */
  apiUrl: v.string(),
  userPool: v.object({ endpoint: v.pipe(v.string(), v.url()), id: v.string(), clientId: v.string() }),
  /** Who runs the service. `logo` is a path on the dashboard's own origin. */
  service: v.object({
    name: v.string(),
    logo: v.optional(v.pipe(v.string(), v.regex(/^\/[^/]/))),
    support: v.optional(supportLink),
    terms: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https:'))),
  }),
  signUp: v.union([v.picklist(['open', 'closed']), v.object({ emailDomains: v.array(v.string()) })]),
  /** Whether there is a public status file, `/status.json`. */
  statusPage: v.optional(v.boolean()),
});

/** What a deployment writes beside the dashboard's files. */
export type DashboardConfig = v.InferOutput<typeof configSchema>;

/** The deployment's `config.json` is missing or invalid. */
class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_unreadable';
}

/**
 * Reads `config.json`, bypassing caches: a deployment may have changed it.
 * @throws {ConfigError} if it is missing or invalid
 */
export async function loadConfig(): Promise<DashboardConfig> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store' });
    return v.parse(configSchema, await response.json());
  } catch (cause) {
    throw new ConfigError('The dashboard’s config.json could not be read. Reload the page.', { cause });
  }
}
