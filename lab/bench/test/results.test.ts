import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { merge, ResultFiles } from '../results.ts';
import { resultOf } from './result.ts';

const early = resultOf({ date: '2026-11-20T08:00:00.000Z' });
const late = resultOf({ date: '2026-11-20T09:00:00.000Z' });

describe('merging results', () => {
  test('keeps the runs of both', () => {
    expect(merge({ one: early }, { other: late })).toEqual({ one: early, other: late });
  });

  test('keeps the later run of a benchmark, on either side', () => {
    expect(merge({ one: early }, { one: late })).toEqual({ one: late });
    expect(merge({ one: late }, { one: early })).toEqual({ one: late });
  });
});

describe('result files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('hold the runs of a day together, the later one of each benchmark', () => {
    const files = new ResultFiles(join(folder, 'results'));
    files.add('one', early);
    files.add('other', early);
    files.add('one', late);
    expect(readdirSync(join(folder, 'results'))).toEqual(['2026-11-20.json']);
    expect(JSON.parse(readFileSync(join(folder, 'results/2026-11-20.json'), 'utf8'))).toEqual({
      one: late,
      other: early,
    });
  });

  test('are one file, named after the newest day, with the newest run of each benchmark', () => {
    const files = new ResultFiles(folder);
    const next = resultOf({ date: '2026-11-21T00:00:00.000Z' });
    files.add('other', early);
    files.add('one', next);
    expect(readdirSync(folder)).toEqual(['2026-11-21.json']);
    files.add('one', late);
    expect(readdirSync(folder)).toEqual(['2026-11-21.json']);
    expect(new ResultFiles(folder).newest()).toEqual({ one: next, other: early });
  });

  test('take runs over from several files of days before', () => {
    const next = resultOf({ date: '2026-11-21T00:00:00.000Z' });
    writeFileSync(join(folder, '2026-11-20.json'), JSON.stringify({ one: early, other: early }));
    writeFileSync(join(folder, '2026-11-21.json'), JSON.stringify({ one: next }));
    writeFileSync(join(folder, 'notes.txt'), '');
    const files = new ResultFiles(folder);
    files.add('third', late);
    expect(readdirSync(folder)).toEqual(['2026-11-21.json', 'notes.txt']);
    expect(files.newest()).toEqual({ one: next, other: early, third: late });
  });

  test('give nothing before anything was run', () => {
    expect(new ResultFiles(join(folder, 'none')).newest()).toEqual({});
  });
});
