import inspector from 'node:inspector';
import { addEventHandler, type State } from 'jest-circus';
import { type RunningTest, type TestMessage, testMs, timeError } from '../tools/hang-limits.ts';

// jest-light-runner ignores the time limits of tests and hooks. They are added here, as each is declared.

type Block = State['currentDescribeBlock'];
type Declared = Block['hooks'][number] | Block['tests'][number];

addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  const child = children.at(-1);
  if (event.name === 'add_test' && child?.type === 'test') addLimit(child, `The test “${child.name}”`);
  const hook = hooks.at(-1);
  if (event.name === 'add_hook' && hook) addLimit(hook, `A hook of ${hook.type}`);
});

function addLimit(declared: Declared, what: string): void {
  const run = declared.fn as (() => unknown) | undefined;
  // Of test.skip. And one with a parameter ends by a call of it, which no test here does.
  if (run === undefined || run.length > 0) return;
  const { timeout, asyncError } = declared;
  declared.fn = () => runLimited(run, { what, limitMs: timeout ?? testMs, frames: framesOf(asyncError) });
}

async function runLimited(run: () => unknown, test: RunningTest): Promise<void> {
  const tell = (message: TestMessage) => process.send?.(message);
  const expired = Promise.withResolvers<never>();
  // At a breakpoint, nothing hangs.
  const expire = () => inspector.url() ?? expired.reject(timeError(test));
  const timer = setTimeout(expire, test.limitMs);
  tell({ runningTest: test });
  try {
    await Promise.race([run(), expired.promise]);
  } finally {
    clearTimeout(timer);
    tell({ runningTest: null });
  }
}

const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('file://') && !line.includes('/node_modules/'))
    .join('\n');
