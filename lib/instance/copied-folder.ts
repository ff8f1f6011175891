import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, type BundlingOptions, DockerImage } from 'aws-cdk-lib';

/** A file to add. */
export type AddedFile = { readonly path: string; readonly content: string | Uint8Array };

/**
 * Options of an asset that is a copy of a folder, with one more file if it is given. The copy is in the cloud assembly: the
 * folder itself may be read-only. Everybody may read its files, whatever the umask, because Lambda requires that ("Deploy
 * Node.js Lambda functions with .zip file archives"), and the CDK's hash would not notice a later repair.
 */
export const copyOf = (folder: string, added?: AddedFile) => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // Only named: files are copied here, without Docker.
    image: DockerImage.fromRegistry('none'),
    // Within a process, the CDK makes assets of a folder with equal commands only once.
    command: added ? [added.path, added.content.toString()] : [],
    local: {
      tryBundle: (copy) => {
        if (added) writeFile(join(copy, added.path), added.content);
        // After the file, because a copied folder is as read-only as its source; the copy must not replace it.
        cpSync(folder, copy, { recursive: true, force: false });
        makeReadable(copy);
        return true;
      },
    },
  } satisfies BundlingOptions,
});

function writeFile(file: string, content: AddedFile['content']): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function makeReadable(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
