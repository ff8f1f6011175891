import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { FileSystem } from 'aws-cdk-lib';
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';

/** The operator's logo among the dashboard's files. */
export type LogoFile = {
  /** Its path on the dashboard's origin: with a hash of its content, like those of the built files. */
  readonly path: string;
  readonly source: ISource;
};

/** @param file the path of the logo */
export function logoFile(file: string): LogoFile {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8);
  const path = `/assets/logo-${hash}${extname(file)}`;
  return { path, source: sourceWith(path, file) };
}

/** A folder with only this file. It is staged when a deployment uses it, and deleted then. */
function sourceWith(path: string, file: string): ISource {
  return {
    bind: (scope, context) => {
      const folder = FileSystem.mkdtemp('logo-');
      const copy = join(folder, path);
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(file, copy);
      try {
        return Source.asset(folder).bind(scope, context);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}
