import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StackLocation } from '../../template/physical-ids.ts';
import { loadTemplate, type Template } from '../../template/template.ts';

export const testLocation = { accountId: '123456789012', region: 'eu-central-1', stackName: 'Test' };

/** Writes the text, loads it as a template, and removes it again. */
export function templateOfText(text: string, at: StackLocation = testLocation): Template {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-template-'));
  try {
    writeFileSync(join(folder, 'template.json'), text);
    return loadTemplate(join(folder, 'template.json'), at);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const templateOf = (document: object, at?: StackLocation): Template =>
  templateOfText(JSON.stringify(document), at);

/** A template of nothing but these resources. */
export const templateWith = (Resources: object): Template => templateOf({ Resources });
