import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { chainIds, chains } from '../src/chains/chains.ts';
import { exitCodeHelp, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, requireOption } from './command-line.ts';
import { chainSpecification, compareSpecification, openRpcDocument } from './methods/compare-specification.ts';

const usage = 'npm run methods -- --chain CHAIN FILE';

const help = `Compares the methods that this version knows with a newer specification of the chain.

  ${usage}

  --chain CHAIN   ${chainIds.join(' or ')}
  FILE            the specification's OpenRPC document, as JSON

Prints what changed, and changes nothing: docs/how-to-add.md says how to take it over.

${exitCodeHelp}`;

const options = { chain: { type: 'string' }, help: { type: 'boolean' } } as const;

async function printChanges(): Promise<undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  if (values.help) return void process.stdout.write(help);
  const name = requireOption(values, 'chain', usage);
  const id = chainIds.find((chain) => chain === name);
  if (!id) throw new UsageError(`--chain must be ${chainIds.join(' or ')}.`, usage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('Name one file.', usage);
  const known = await readJson(new URL(`../src/chains/specifications/${id}.json`, import.meta.url), chainSpecification);
  const newer = await readJson(file, openRpcDocument);
  const { added, removed, deprecated } = compareSpecification(known, newer);
  const { name: title, version } = known.specification;
  const isListed = (method: string) =>
    chains[id].methods.has(method) ? 'known as an extension' : 'a write until listed';
  const lines = [
    `${title}: ${version} here, ${newer.info.version} in ${file}.`,
    ...added.map((method) => `added       ${method} (${isListed(method)})`),
    ...removed.map((method) => `removed     ${method}`),
    ...deprecated.map((method) => `deprecated  ${method}`),
    ...(added.length + removed.length + deprecated.length === 0 ? ['No method has changed.'] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function readJson<T>(file: string | URL, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`${file} cannot be read.`, usage);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (parsed.success) return parsed.output;
  throw new UsageError(`${file} is not an OpenRPC document: ${v.summarize(parsed.issues)}`, usage);
}

await runProgram(printChanges);
