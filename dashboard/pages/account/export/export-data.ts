import { type Columns, csvHeader, csvRowOf } from '../../../../src/csv.ts';
import {
  activityColumns,
  keyColumns,
  tokenColumns,
  usageColumns,
} from '../../../../src/management-api/schemas/csv-columns.ts';
import { requestColumns } from '../../../../src/management-api/schemas/request-schema.ts';
import { mostRequests } from '../../../export/most-requests.ts';
import { type Archive, createArchive } from './archive.ts';
import type { ExportSource } from './export-source.ts';

/** What is being read, and how many rows of it have been. */
export type ExportProgress = {
  readonly part: 'keys' | 'tokens' | 'usage' | 'activity' | 'requests';
  readonly rows: number;
};

type ExportOptions = {
  readonly service: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onProgress: (progress: ExportProgress) => void;
  /** The requests that it holds, at most. Default: {@link mostRequests}. */
  readonly most?: number;
};

/** Reads all data of an account and returns it as a zip archive. If any part cannot be read, there is no archive. */
export async function exportData(source: ExportSource, options: ExportOptions): Promise<Blob> {
  const { service, now, onProgress, most = mostRequests } = options;
  const archive = createArchive();
  const add = <Row>(part: ExportProgress['part'], pages: AsyncIterable<readonly Row[]>, columns: Columns<Row>) =>
    addTable(archive, { part, pages, columns, onProgress, most });
  const account = await source.account();
  archive.add('account.json', `${JSON.stringify(account, undefined, 2)}\n`);
  await add('keys', source.keys(), keyColumns);
  await add('tokens', source.tokens(), tokenColumns);
  await add('usage', source.usageDays(now), usageColumns);
  await add('activity', source.activity(), activityColumns);
  const isComplete = await add('requests', source.requests(), requestColumns);
  archive.add('README.txt', readme(service, account.email, now, isComplete ? undefined : most));
  return archive.finish();
}

type Table<Row> = {
  readonly part: ExportProgress['part'];
  readonly pages: AsyncIterable<readonly Row[]>;
  readonly columns: Columns<Row>;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly most: number;
};

/** Adds rows as a JSON file and a CSV file. Returns whether they are all of the rows. */
async function addTable<Row>(archive: Archive, table: Table<Row>): Promise<boolean> {
  const { part, pages, columns, onProgress, most } = table;
  const json = archive.open(`${part}.json`);
  const csv = archive.open(`${part}.csv`);
  csv.write(csvHeader(columns));
  let rows = 0;
  let isComplete = true;
  onProgress({ part, rows });
  for await (const page of pages) {
    if (rows >= most && page.length > 0) {
      isComplete = false;
      break;
    }
    page.forEach((row, index) => {
      json.write(`${rows + index === 0 ? '[' : ','}\n${JSON.stringify(row)}`);
      csv.write(csvRowOf(columns, row));
    });
    rows += page.length;
    onProgress({ part, rows });
  }
  json.write(rows === 0 ? '[]\n' : '\n]\n');
  json.end();
  csv.end();
  return isComplete;
}

/** @param most how many requests are there, if the history has more */
const readme = (service: string, email: string, now: number, most: number | undefined): string => `Export of ${service}
Account: ${email}
Made: ${new Date(now).toISOString()}

account.json   the account with its plan
keys           all keys, active and revoked. Secrets are stored as hashes only and are not part of the export.
tokens         account tokens, without the tokens themselves; revoked ones are only in the activity
usage          calls, errors and latency by UTC day, of all keys, for the last 400 days; days without calls are left out
activity       changes of the account and payments, newest first
requests       the history of requests, newest first, as far back as the plan keeps it
${most === undefined ? '' : `\nThe history has more requests than one export holds: these are the newest ${most}.\n`}
Each table is there twice: .json has every field, .csv has the fields that fit into a table. Times are in UTC.
`;
