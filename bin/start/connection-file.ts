import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { errorClass } from '../../src/error-class.ts';
import { gatewayVariables } from './gateway-variables.ts';
import type { Runtime } from './runtime.ts';

/** The folder in which commands look for a running local gateway, relative to npm's working directory. */
const folder = '.local';

const fileOf = (port: string): string => join(folder, `${port}.json`);

/**
 * Writes the addresses, tables and variables of the gateway into a file named after the RPC port, for other commands.
 * It holds the demo key, so only its owner can read it. The gateway itself does not need the file.
 * @returns removes the file; undefined if the folder cannot be written
 */
export function writeConnectionFile(runtime: Runtime, metricsUrl: string): (() => void) | undefined {
  const { endpoints, dynamodbUrl, tables, template, buckets, localConfig: config, billing } = runtime;
  const [url = 'http://127.0.0.1:0'] = Object.values(endpoints);
  const file = fileOf(new URL(url).port);
  const failures = buckets.folderOf(template.outputs.FailureBucket ?? '');
  const variables = gatewayVariables(runtime, metricsUrl);
  const { Plans: plans } = template.outputs;
  try {
    mkdirSync(folder, { recursive: true });
    // A file that a killed gateway has left keeps its mode.
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ dynamodbUrl, tables, failures, config, plans, billing, variables }), {
      mode: 0o600,
    });
  } catch {
    return undefined;
  }
  return () => rmSync(file, { force: true });
}

const connection = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ variables: v.objectWithRest({ ENDPOINT: v.string(), METRICS_URL: v.string() }, v.string()) }),
);

/** The variables of a running gateway: see {@link gatewayVariables}. */
export type GatewayVariables = v.InferOutput<typeof connection>['variables'];

export class NotRunningError extends errorClass('NotRunningError', 'not_running') {
  constructor(port: string) {
    const others = portsOfFiles().filter((other) => other !== port);
    const advice = others.length > 0 ? `Use --port, for example --port ${others[0]}` : 'Run npm start';
    super(`No local gateway is running on port ${port}. ${advice}, and run this command in the same folder.`);
  }
}

/**
 * Reads the variables of the gateway on a port.
 * @throws {NotRunningError} also if the file is of a gateway that was killed
 */
export async function readGatewayVariables(port: string): Promise<GatewayVariables> {
  const parsed = v.safeParse(connection, textOf(fileOf(port)));
  if (!parsed.success || !(await answers(parsed.output.variables.METRICS_URL))) throw new NotRunningError(port);
  return parsed.output.variables;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  );

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function portsOfFiles(): string[] {
  try {
    return readdirSync(folder).flatMap((file) => (/^\d+\.json$/.test(file) ? basename(file, '.json') : []));
  } catch {
    return [];
  }
}
