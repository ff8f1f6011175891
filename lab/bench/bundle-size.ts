import { statSync } from 'node:fs';
import type { Benchmark } from './benchmark.ts';
import { bundle } from './bundle.ts';

const kilobytes = async (name: string): Promise<number> =>
  statSync(await bundle(`../../lambda/${name}.ts`, 'esm')).size / 1_024;

export const benchmark: Benchmark = {
  title: 'Bundles',
  measures: 'What Lambda loads of a function: its one file, bundled and minified as it is deployed.',
  run: async () => [
    { name: 'authorizer', unit: 'KB', rounds: [await kilobytes('authorizer')] },
    { name: 'proxy', unit: 'KB', rounds: [await kilobytes('proxy')] },
  ],
};
