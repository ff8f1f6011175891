import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { AddedFile } from '../instance/copied-folder.ts';

/**
 * The operator's logo of an image file, below the dashboard's origin. Its path has a hash of its content, because browsers
 * keep it forever.
 */
export function logoOf(image: string): AddedFile {
  const content = readFileSync(image);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `assets/logo-${hash}${extname(image)}`, content };
}
