import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, type BundlingOptions, DockerImage } from 'aws-cdk-lib';

/** A file to add. */
export type AddedFile = { readonly path: string; readonly content: string | Uint8Array };

/**
 * Options of an asset that is a copy of a folder with one more file. The copy is in the cloud assembly: the folder itself
 * may be read-only.
 */
export const withFile = (folder: string, { path, content }: AddedFile) => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // Only named: files are copied here, without Docker.
    image: DockerImage.fromRegistry('none'),
    // Within a process, the CDK makes assets of a folder with equal commands only once.
    command: [path, content.toString()],
    local: {
      tryBundle: (copy) => {
        const file = join(copy, path);
        // The file comes first, because a copied folder is as read-only as its source; the copy must not replace it.
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
        cpSync(folder, copy, { recursive: true, force: false });
        return true;
      },
    },
  } satisfies BundlingOptions,
});
