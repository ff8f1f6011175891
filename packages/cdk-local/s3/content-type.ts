import { extname } from 'node:path';

// As the AWS CLI guesses them (Python's mimetypes, "types_map"), for what a web app is made of.
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
};

/** What S3 says of an object that was put without a type (PutObject, "Content-Type"). */
export const unknownType = 'binary/octet-stream';

/** The Content-Type that "aws s3 sync" gives a file by its name. */
export const contentTypeOf = (key: string): string => types[extname(key).toLowerCase()] ?? unknownType;
