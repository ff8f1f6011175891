import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { type EndedProgram, runInHost } from '../support/program-host.ts';

/** Runs this repository's programs for a shell. */
export type NpmPrograms = { readonly url: string; readonly stop: () => Promise<void> };

const packageJson = v.pipe(v.string(), v.parseJson(), v.object({ scripts: v.record(v.string(), v.string()) }));

/**
 * Runs `npm run` for programs of this repository, all in one process: npm would start two for each, which takes most of
 * the time. A request has the path of a folder with the files `args`, `env` and `input`. The files `out` and `err` are
 * written beside them, and the exit code is the answer.
 */
export async function serveNpmPrograms(repository: string): Promise<NpmPrograms> {
  const server = createServer(async (request, response) => {
    const call = await text(request);
    const { code, out, err } = await runInFolder(repository, call);
    writeFileSync(join(call, 'out'), out);
    writeFileSync(join(call, 'err'), err);
    response.end(String(code));
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const address = server.address();
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, stop };
}

const list = (file: string): string[] => readFileSync(file, 'utf8').split('\0').slice(0, -1);

/** Without `--`, npm would take the program's options as its own. */
const npmRun = /^npm run (?<silent>--silent )?(?<name>\w+)(?: -- |$)/;

async function runInFolder(repository: string, call: string): Promise<EndedProgram> {
  const words = list(join(call, 'args'));
  const { silent, name = '' } = npmRun.exec(`${words.join(' ')}`)?.groups ?? {};
  const { scripts } = v.parse(packageJson, readFileSync(join(repository, 'package.json'), 'utf8'));
  const [, script] = /^node (\S+)$/.exec(scripts[name] ?? '') ?? [];
  if (script === undefined) return { code: 1, out: '', err: `npm cannot run it: ${words.join(' ')}\n` };
  const args = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
  const env = list(join(call, 'env')).map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  const ended = await runInHost({
    script: resolve(repository, script),
    args,
    cwd: repository,
    env: Object.fromEntries(env),
    input: readFileSync(join(call, 'input'), 'utf8'),
  });
  return silent ? ended : { ...ended, out: `\n> ${name}\n> node ${script} ${args.join(' ')}\n\n${ended.out}` };
}
