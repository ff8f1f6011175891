import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DataFolderError, openDataFolders } from '../data-folders.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'sluice-folders-'));

describe('the folders of a run', () => {
  test('without a data folder are temporary and gone when it ends', () => {
    const folders = openDataFolders(undefined);
    writeFileSync(join(folders.buckets, '..', 'something'), '');
    folders.close();
    expect(existsSync(join(folders.buckets, '..'))).toBe(false);
    expect([folders.tables, folders.checkpoints]).toEqual([undefined, undefined]);
  });

  test('are where a restart finds them again', () => {
    const folder = newFolder();
    const first = openDataFolders(folder);
    first.close();
    const second = openDataFolders(folder);
    expect([second.tables, second.buckets, second.checkpoints]).toEqual([
      first.tables,
      first.buckets,
      first.checkpoints,
    ]);
    expect(second.tables).toBe(join(folder, 'tables'));
    expect([second.secrets, second.userPools]).toEqual([join(folder, 'secrets'), join(folder, 'user-pools')]);
    second.close();
  });

  test('are created if they are missing', () => {
    const folder = join(newFolder(), 'a', 'b');
    openDataFolders(folder).close();
    expect(existsSync(folder)).toBe(true);
  });
});

describe('a data folder is refused', () => {
  const code = (open: () => unknown) => {
    try {
      open();
    } catch (error) {
      return error instanceof DataFolderError ? error.code : error;
    }
    return 'opened';
  };

  test('when a runtime is at work in it, until that ends', () => {
    const folder = newFolder();
    const first = openDataFolders(folder);
    expect(code(() => openDataFolders(folder))).toBe('in_use');
    first.close();
    expect(code(() => openDataFolders(folder).close())).toBe('opened');
  });

  test('when it cannot be written', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(code(() => openDataFolders(file))).toBe('unwritable');
    expect(code(() => openDataFolders(join(file, 'below')))).toBe('unwritable');
  });

  test('when the system refuses new folders there with ENOENT, as below /proc', () => {
    expect(code(() => openDataFolders('/proc/sluice/data'))).toBe('unwritable');
  });

  test('but not for the lock of a process that is gone', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'lock'), '999999999');
    const folders = openDataFolders(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
    folders.close();
  });
});
