import { createRequire } from 'node:module';
import * as v from 'valibot';

// A process as Lambda starts one: it loads a handler, has it answer one event, and prints what that took. It is
// bundled, as stripping its types would be counted too.

const [, , file = '', event = ''] = process.argv;
const handlerModule = v.object({
  handler: v.custom<(event: unknown) => Promise<unknown>>((value) => typeof value === 'function'),
});

async function load() {
  const startedAt = performance.now();
  const loaded = file.endsWith('.cjs') ? createRequire(__filename)(file) : await import(file);
  return { ...v.parse(handlerModule, loaded), initMs: performance.now() - startedAt };
}

async function run(): Promise<void> {
  const { handler, initMs } = await load();
  const startedAt = performance.now();
  await handler(JSON.parse(event));
  const answerMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, initMs, answerMs }));
  process.exit();
}

void run();
