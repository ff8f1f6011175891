import { describe, expect, jest, test } from '@jest/globals';
import { createLog } from '../src/log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

const written = (level: (typeof levels)[number]): string[] => {
  const lines: string[] = [];
  const log = createLog(level, (line) => lines.push(line));
  for (const at of levels) log[at](`${at}_event`, { n: 1 });
  return lines;
};

describe('the log', () => {
  test('writes an event as one line of JSON: level, name and fields', () => {
    expect(written('error')).toEqual(['{"level":"error","event":"error_event","n":1}']);
    const lines: string[] = [];
    createLog('info', (line) => lines.push(line)).info('started', { text: 'two\nlines', none: undefined });
    createLog('info', (line) => lines.push(line)).info('stopped');
    expect(lines).toEqual([
      '{"level":"info","event":"started","text":"two\\nlines"}',
      '{"level":"info","event":"stopped"}',
    ]);
  });

  test.each(levels.map((level, index) => [level, levels.slice(index)] as const))(
    'at level %s writes %j',
    (level, kept) => {
      expect(written(level).map((line) => JSON.parse(line).level)).toEqual(kept);
    },
  );

  test('goes to standard output by default', () => {
    const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    let seen: unknown[] = [];
    try {
      createLog('info').warn('low', { disk: 3 });
      seen = write.mock.calls.map(([text]) => text);
    } finally {
      write.mockRestore();
    }
    expect(seen).toEqual(['{"level":"warn","event":"low","disk":3}\n']);
  });
});
