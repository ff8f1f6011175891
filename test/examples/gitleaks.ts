import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { gitleaksProgram } from '../tools/gitleaks-program.ts';

const run = promisify(execFile);
const config = fileURLToPath(new URL('../../examples/secret-scanning/gitleaks.toml', import.meta.url));
const findings = v.array(v.object({ RuleID: v.string(), File: v.string(), Secret: v.string() }));

/** What gitleaks finds in a folder with the published rule: file and secret. */
export async function scanWithGitleaks(folder: string, report: string): Promise<(readonly [string, string])[]> {
  const output = ['--report-format', 'json', '--report-path', report, '--exit-code', '0', '--no-banner'];
  await run(gitleaksProgram.path, ['dir', folder, '--config', config, ...output]);
  return v
    .parse(findings, JSON.parse(readFileSync(join(report), 'utf8')))
    .filter(({ RuleID }) => RuleID === 'sluice-secret')
    .map(({ File, Secret }) => [basename(File), Secret] as const);
}
