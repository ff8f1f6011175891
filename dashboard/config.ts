import * as v from 'valibot';

const configSchema = v.object({
  /** Where the management API is, relative to the dashboard or in full. */
  apiUrl: v.string(),
  userPool: v.object({ endpoint: v.pipe(v.string(), v.url()), id: v.string(), clientId: v.string() }),
});

/** The addresses that a deployment leaves beside the dashboard's files. */
export type DashboardConfig = v.InferOutput<typeof configSchema>;

/** The deployment's `config.json` is missing or is none. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_unreadable';
}

/**
 * Reads `config.json`, never from a cache: a deployment may have changed it.
 * @throws {ConfigError} when it cannot be had or is not what a deployment writes
 */
export async function loadConfig(): Promise<DashboardConfig> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store' });
    return v.parse(configSchema, await response.json());
  } catch (cause) {
    throw new ConfigError('The dashboard’s config.json could not be read.', { cause });
  }
}
