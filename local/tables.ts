import * as v from 'valibot';
import type { Template } from './template/template.ts';

const outputs = v.pipe(
  v.object({
    DirectoryTable: v.string(),
    AdmissionsTable: v.string(),
    RecordsTable: v.string(),
    UsageTable: v.string(),
  }),
  v.transform((names) => ({
    directory: names.DirectoryTable,
    admissions: names.AdmissionsTable,
    records: names.RecordsTable,
    usage: names.UsageTable,
  })),
);

/** The names of the stack's tables by their purpose. */
export type TableNames = v.InferOutput<typeof outputs>;

/** Finds the tables by the stack's outputs. */
export const tablesOf = (template: Template): TableNames => v.parse(outputs, template.outputs);
