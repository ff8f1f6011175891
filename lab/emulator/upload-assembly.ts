import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { zipSync } from 'fflate';
import * as v from 'valibot';
import { type Lack, withoutLacking } from './lacking-resources.ts';
import type { Access } from './ministack.ts';

const assetManifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    files: v.record(
      v.string(),
      v.object({
        source: v.object({ path: v.string(), packaging: v.string() }),
        destinations: v.record(v.string(), v.object({ bucketName: v.string(), objectKey: v.string() })),
      }),
    ),
  }),
);

export type Uploaded = {
  /** The address of the stack's template. */
  readonly templateUrl: string;
  /** What the emulator cannot create, of the stack and its nested ones. */
  readonly removed: ReadonlyMap<Lack, number>;
};

/** Uploads a cloud assembly's files to the bucket of the CDK's bootstrap, and its templates without {@link Lack}s. */
export async function uploadAssembly(access: Access, assembly: string, stackName: string): Promise<Uploaded> {
  const client = new S3Client({ ...access, forcePathStyle: true });
  const { files } = v.parse(assetManifest, readFileSync(join(assembly, `${stackName}.assets.json`), 'utf8'));
  const removed = new Map<Lack, number>();
  let templateUrl = '';
  for (const { source, destinations } of Object.values(files)) {
    const Body = source.packaging === 'zip' ? zipSync(filesIn(join(assembly, source.path))) : fileAt(source.path);
    for (const { bucketName, objectKey: Key } of Object.values(destinations)) {
      const Bucket = inPlace(bucketName, access.region);
      await client.send(new CreateBucketCommand({ Bucket }));
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
      if (source.path === `${stackName}.template.json`) templateUrl = `${access.endpoint}/${Bucket}/${Key}`;
    }
  }
  return { templateUrl, removed };

  function fileAt(path: string): Uint8Array {
    const file = readFileSync(join(assembly, path));
    if (!path.endsWith('.template.json')) return file;
    const deployable = withoutLacking(JSON.parse(file.toString()));
    for (const [lack, count] of deployable.removed) removed.set(lack, (removed.get(lack) ?? 0) + count);
    return Buffer.from(JSON.stringify(deployable.template));
  }
}

/** ministack's. */
const account = '000000000000';

const inPlace = (text: string, region: string): string =>
  text.replace(/\$\{AWS::(AccountId|Region)\}/g, (_, name) => (name === 'Region' ? region : account));

const filesIn = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
