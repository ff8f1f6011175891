import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** A built dashboard, and the path of its logo on the dashboard's origin. */
export type BrandedDashboard = { readonly folder: string; readonly logo: string };

/**
 * Copies a built dashboard into a folder beside it, with the operator's logo. Several processes may call it at the same
 * time.
 * @param logo the path of an image file
 */
export function addLogo(folder: string, logo: string): BrandedDashboard {
  const hash = createHash('sha256').update(readFileSync(logo)).digest('hex').slice(0, 16);
  const path = `assets/logo-${hash}${extname(logo)}`;
  const branded = `${folder}-logo-${hash}`;
  if (!existsSync(branded)) copyWithLogo(folder, branded, { logo, path });
  return { folder: branded, logo: `/${path}` };
}

function copyWithLogo(folder: string, branded: string, { logo, path }: { logo: string; path: string }): void {
  const underWay = mkdtempSync(join(dirname(branded), `${basename(branded)}-`));
  try {
    cpSync(folder, underWay, { recursive: true });
    copyFileSync(logo, join(underWay, path));
    renameSync(underWay, branded);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(branded)) throw error;
  } finally {
    rmSync(underWay, { recursive: true, force: true });
  }
}
