import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import * as v from 'valibot';

const program = fileURLToPath(new URL('../run.ts', import.meta.url));
const script = v.object({
  method: v.literal('Debugger.scriptParsed'),
  params: v.object({ scriptId: v.string(), url: v.string() }),
});
const frame = v.object({ location: v.object({ scriptId: v.string() }) });
const paused = v.object({
  method: v.literal('Debugger.paused'),
  params: v.object({ hitBreakpoints: v.array(v.string()), callFrames: v.looseTuple([frame]) }),
});
const message = v.variant('method', [script, paused]);

let stop = () => {};
afterEach(() => stop());

/** Runs a test as a developer does, and returns where it waits for a debugger. */
async function debugged(file: string): Promise<string> {
  const args = [program, '--inspect-brk=127.0.0.1:0', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  stop = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'));
  for await (const line of createInterface(child.stderr)) {
    const address = /ws:\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('It has ended without waiting for a debugger.');
}

/** Sets a breakpoint, and goes on until it holds. Returns the file that a debugger sees there. */
async function fileAtBreakpoint(address: string, urlRegex: string, lineNumber: number): Promise<string | undefined> {
  const socket = new WebSocket(address);
  const send = (id: number, method: string, params = {}) => socket.send(JSON.stringify({ id, method, params }));
  await once(socket, 'open');
  const urls = new Map<string, string>();
  const held = Promise.withResolvers<string | undefined>();
  socket.onclose = () => held.resolve(undefined);
  socket.onmessage = ({ data }) => {
    const { success, output } = v.safeParse(message, JSON.parse(String(data)));
    if (!success) return;
    if (output.method === 'Debugger.scriptParsed') urls.set(output.params.scriptId, output.params.url);
    else if (output.params.hitBreakpoints.length === 0) send(4, 'Debugger.resume');
    else held.resolve(urls.get(output.params.callFrames[0].location.scriptId));
  };
  send(1, 'Debugger.enable');
  send(2, 'Debugger.setBreakpointByUrl', { urlRegex, lineNumber });
  send(3, 'Runtime.runIfWaitingForDebugger');
  const url = await held.promise;
  socket.close();
  return url;
}

test('a breakpoint in a test holds with npm test -- --inspect-brk FILE', async () => {
  const file = 'test/chain-of-network.test.ts';
  const address = await debugged(file);
  expect(await fileAtBreakpoint(address, `/${file}$`, 4)).toBe(new URL(`../../${file}`, import.meta.url).href);
}, 120_000);
