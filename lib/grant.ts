import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';

/** Actions, named one by one, and the ARNs of what they may be taken on. */
export type Grant = { readonly actions: readonly string[]; readonly resources: readonly string[] };

/** Actions on the items of a table. */
export const on = (table: TableV2, ...actions: string[]): Grant => ({ actions, resources: [table.tableArn] });

/** Actions on an index of a table. */
export const onIndex = (table: TableV2, index: string, ...actions: string[]): Grant => ({
  actions,
  resources: [`${table.tableArn}/index/${index}`],
});
